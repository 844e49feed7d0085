import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier.endpoints";
import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { formatNumber } from "../../ui/format-number.ts";
import classes from "./import-findings.module.css";

const counted = [
  { name: "added", title: "New" },
  { name: "updated", title: "Changed" },
  { name: "unchanged", title: "Unchanged" },
  { name: "faulty", title: "Faulty" },
] as const;

/** Number of new, changed, unchanged and faulty lines. */
export function ImportCounts({ outcome }: { outcome: ImportOutcome }) {
  return (
    <dl className={classes.counts}>
      {counted.map(({ name, title }) => (
        <div key={name} data-name={name} data-none={outcome[name] === 0 || undefined}>
          <dt>{title}</dt>
          <dd>{formatNumber(outcome[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ImportResultProps {
  outcome: ImportOutcome;
  onAgain: () => void;
  onDone: () => void;
}

/** ID-4: the result of an import. */
export function ImportResult({ outcome, onAgain, onDone }: ImportResultProps) {
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div className={classes.result}>
      <IconCircleCheck size={40} stroke={1.5} aria-hidden />
      <p role="status">{`${formatNumber(outcome.added)} added, ${formatNumber(outcome.updated)} updated`}</p>
      {outcome.unchanged > 0 && <p>{`${formatNumber(outcome.unchanged)} were already stored.`}</p>}
      <div>
        <Button variant="default" onClick={onAgain}>
          Upload another file
        </Button>
        <Button ref={done} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
