import type { MappedField, PayloadPath } from "@gatehouse/contract/entities/payload-mapping";
import { formatBytes } from "../../ui/format-number.ts";
import { type Draft, fieldNames, isSamePath, mappedFieldLabels, pathText } from "./mapping-draft.ts";
import classes from "./payload-mapping.module.css";

interface PayloadTreeProps {
  tree: unknown;
  draft: Draft;
  /** The label of the field that a click assigns. */
  activeLabel: string;
  onAssign: (path: PayloadPath) => void;
}

const rootTitles: Record<string, string> = { json: "JSON", xml: "XML", form: "Form", files: "Files" };

/** A payload as a tree whose values can be clicked. */
export function PayloadTree({ tree, ...props }: PayloadTreeProps) {
  return (
    <div className={classes.tree}>
      {Object.entries((tree ?? {}) as object).map(([root, value]) => (
        <section key={root} aria-label={rootTitles[root] ?? root}>
          <h4>{rootTitles[root] ?? root}</h4>
          <Node value={value} path={[root]} {...props} />
        </section>
      ))}
    </div>
  );
}

type NodeProps = Omit<PayloadTreeProps, "tree"> & { value: unknown; path: PayloadPath };

function Node({ value, path, ...props }: NodeProps) {
  const entries = entriesOf(value);
  if (entries === undefined) return <Leaf value={value} path={path} {...props} />;
  if (entries.length === 0) return <span className={classes.empty}>empty</span>;
  return (
    <ul>
      {entries.map(([step, inner]) => (
        <li key={String(step)}>
          <span className={classes.step}>{typeof step === "number" ? `[${step}]` : step}</span>
          <Node value={inner} path={[...path, step]} {...props} />
        </li>
      ))}
    </ul>
  );
}

/** The members of an object or list; undefined for a value. */
function entriesOf(value: unknown): [string | number, unknown][] | undefined {
  if (Array.isArray(value)) return value.map((inner, index) => [index, inner]);
  if (typeof value !== "object" || value === null || omittedLength(value) !== undefined) return undefined;
  return Object.entries(value);
}

const omittedLength = (value: unknown): number | undefined => (value as { $omitted?: number } | null)?.$omitted;

function Leaf({ value, path, draft, activeLabel, onAssign }: NodeProps) {
  const length = omittedLength(value);
  const text = length === undefined ? String(value) : `Picture or long text, ${formatBytes(length)}`;
  const uses = fieldNames.filter((name) => isAssigned(draft, name, path));
  return (
    <>
      <button
        type="button"
        className={classes.leaf}
        aria-label={`${pathText(path)}: ${text}. Use as ${activeLabel.toLowerCase()}`}
        onClick={() => onAssign(path)}
      >
        {text === "" ? "(empty)" : text}
      </button>
      {uses.map((name) => (
        <span key={name} className={classes.use}>
          {mappedFieldLabels[name]}
        </span>
      ))}
    </>
  );
}

function isAssigned(draft: Draft, name: MappedField, path: PayloadPath): boolean {
  const assigned = draft.fields[name]?.path;
  return assigned !== undefined && isSamePath(assigned, path);
}
