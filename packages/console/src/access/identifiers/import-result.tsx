import type { ImportOutcome } from "@gatehouse/contract/entities/identifier/identifier";
import { formatCount } from "@gatehouse/contract/fields/number";
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
  /** Name of the file with the lines that were not imported. */
  faultyName: string;
  isSaving: boolean;
  isSaved: boolean;
  onSaveFaulty: () => void;
  onAgain: () => void;
  onDone: () => void;
}

export function ImportResult(props: ImportResultProps) {
  const { outcome, faultyName, isSaving, isSaved, onSaveFaulty, onAgain, onDone } = props;
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => done.current?.focus(), []);
  return (
    <div className={classes.result}>
      <IconCircleCheck size={40} stroke={1.5} aria-hidden />
      <p role="status">{`${formatNumber(outcome.added)} added, ${formatNumber(outcome.updated)} updated`}</p>
      {outcome.unchanged > 0 && (
        <p>{`${formatNumber(outcome.unchanged)} ${outcome.unchanged === 1 ? "was" : "were"} already stored.`}</p>
      )}
      {outcome.faulty > 0 && (
        <p role="status">
          {`${formatCount(outcome.faulty, "faulty line")} ${outcome.faulty === 1 ? "was" : "were"} not imported.`}
          {isSaved && ` See ${faultyName} in your downloads: correct it and import it.`}
        </p>
      )}
      <div>
        {outcome.faulty > 0 && (
          <Button variant="default" loading={isSaving} onClick={onSaveFaulty}>
            Download faulty lines
          </Button>
        )}
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
