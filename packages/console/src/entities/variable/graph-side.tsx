import { type ReactNode, useId, useState } from "react";
import classes from "./variable-graph.module.css";

/** Height of a node with its gap; the lines depend on it. */
const step = 36;
const lineWidth = 28;
const maxNodes = 5;

interface GraphSideProps {
  title: string;
  nodes: readonly ReactNode[];
  /** Text without nodes. */
  empty: string;
  /** On the right side. */
  isEnd?: boolean;
}

/** One side of the graph: a titled list with lines to the centre; a long one expands on click. */
export function GraphSide({ title, nodes, empty, isEnd = false }: GraphSideProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  // "1 more" would take the space of that node.
  const isCut = nodes.length > maxNodes + 1;
  const shown = isCut && !isOpen ? nodes.slice(0, maxNodes) : nodes;
  const side = isEnd ? "end" : "start";
  return (
    <>
      <h3 id={id} className={classes.title} data-side={side}>
        {title}
      </h3>
      {nodes.length === 0 && (
        <p className={classes.none} data-side={side}>
          {empty}
        </p>
      )}
      {nodes.length > 0 && (
        <ul aria-labelledby={id} className={classes.list} data-side={side} data-open={(isCut && isOpen) || undefined}>
          {shown.map((node, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place
            <li key={place}>{node}</li>
          ))}
          {isCut && !isOpen && (
            <li>
              <button type="button" className={classes.node} data-more onClick={() => setIsOpen(true)}>
                {`${nodes.length - shown.length} more`}
              </button>
            </li>
          )}
        </ul>
      )}
      <Lines count={isCut && isOpen ? 1 : Math.min(nodes.length, maxNodes + 1)} side={side} />
    </>
  );
}

/** Lines between a side and the variable in the centre. */
function Lines({ count, side }: { count: number; side: "start" | "end" }) {
  const height = Math.max(1, count) * step;
  const bend = lineWidth / 2;
  return (
    <svg className={classes.lines} data-side={side} width={lineWidth} height={height} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => {
        const own = place * step + step / 2;
        const [start, end] = side === "end" ? [height / 2, own] : [own, height / 2];
        return <path key={own} d={`M0 ${start} C${bend} ${start} ${bend} ${end} ${lineWidth} ${end}`} />;
      })}
    </svg>
  );
}
