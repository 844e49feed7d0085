import { partsOf, type Variable } from "@gatehouse/contract/entities/variable";
import { variableMessages } from "@gatehouse/contract/entities/variable.messages";
import { nounOfKind, pageOfKind } from "@gatehouse/contract/resource-kind";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { errorText } from "../../api/api-error.ts";
import { callQuery } from "../../api/call-query.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { LoadError } from "../../ui/load-error.tsx";
import { equationOf, shortenName } from "./equation-terms.ts";
import type { VariableLookup } from "./variable.queries.ts";
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
function GraphSide({ title, nodes, empty, isEnd = false }: GraphSideProps) {
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
          {shown.map((node, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place
            <li key={index}>{node}</li>
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
      {Array.from({ length: count }, (_, index) => {
        const own = index * step + step / 2;
        const [start, end] = side === "end" ? [height / 2, own] : [own, height / 2];
        return <path key={own} d={`M0 ${start} C${bend} ${start} ${bend} ${end} ${lineWidth} ${end}`} />;
      })}
    </svg>
  );
}

interface VariableGraphProps {
  variable: Variable;
  lookup: VariableLookup;
  onShow: (id: number) => void;
}

/** A variable with its inputs and users, as a graph of three columns; as two lists for screen readers. */
export function VariableGraph({ variable, lookup, onShow }: VariableGraphProps) {
  const { id, name, scope, type, computedValue, sourceName } = variable;
  const from = useLocation({ select: ({ pathname }) => pathname });
  const users = useQuery(
    callQuery("variables", "GET /variables/dependency/{id}", { params: { id }, query: { scope, type: "variable" } }),
  );
  const inputs = partsOf(equationOf(variable));
  const inputNodes = inputs.map(({ id: input, sign }, index) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a variable may stand in an equation twice
      key={index}
      type="button"
      className={classes.node}
      title={lookup.nameOf(input)}
      onClick={() => onShow(input)}
    >
      <b>{sign === 1 ? "+" : "−"}</b>
      <span>{shortenName(sourceName, lookup.nameOf(input))}</span>
      <em>{formatNumber(lookup.numberOf(input))}</em>
    </button>
  ));
  const userNodes = (users.data ?? []).map((user) => {
    const noun = nounOfKind(user.kind);
    const title = `${noun} ${user.name}`;
    const to = pageOfKind(user.kind, from);
    if (user.kind === "variables") {
      return (
        <button
          key={`v${user.id}`}
          type="button"
          className={classes.node}
          title={title}
          onClick={() => onShow(user.id)}
        >
          <span>{user.name}</span>
          <em>{formatNumber(lookup.numberOf(user.id))}</em>
        </button>
      );
    }
    return (
      <Link
        key={`${user.kind}${user.id}`}
        to={to ?? "."}
        search={{ open: `${user.kind}.${user.id}` }}
        className={classes.node}
        aria-label={title}
        title={title}
      >
        <span>{user.name}</span>
        <em>{noun}</em>
      </Link>
    );
  });
  if (users.isPending) return <Skeleton height={88} radius={6} />;
  return (
    <>
      {users.isError && (
        <LoadError
          text={errorText(users.error, variableMessages["GET /variables/dependency/{id}"].failure)}
          onRetry={() => void users.refetch()}
        />
      )}
      <div className={classes.graph}>
        <GraphSide
          title="Depends on"
          nodes={inputNodes}
          empty={type === "base" ? (sourceName ?? "Its device") : "Nothing"}
        />
        <p className={classes.node} data-self title={name}>
          <span>{name}</span>
          <em>{formatNumber(computedValue)}</em>
        </p>
        <GraphSide title="Used by" nodes={userNodes} empty="Nothing yet" isEnd />
      </div>
    </>
  );
}
