import type { DecisionStep } from "@gatehouse/contract/entities/event";
import { accessSteps, stepFactTitles } from "@gatehouse/contract/events/decision";
import { withTimes } from "@gatehouse/contract/fields/time";
import { IconCheck, IconX } from "@tabler/icons-react";
import { formatDateTime } from "../../ui/format-time.ts";
import classes from "./evaluation-steps.module.css";

interface EvaluationStepsProps {
  steps: readonly DecisionStep[];
  timeZone: string;
}

/** The steps of an evaluation in order, each with the facts it used. */
export function EvaluationSteps({ steps, timeZone }: EvaluationStepsProps) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ step, text, isPassed, facts }) => (
        <li key={`${step} ${text}`} data-passed={isPassed}>
          {isPassed ? (
            <IconCheck size={16} role="img" aria-label="Passed" />
          ) : (
            <IconX size={16} role="img" aria-label="Failed" />
          )}
          <div>
            <p>
              <strong>{accessSteps[step]}:</strong> {withTimes(text, (at) => formatDateTime(at, timeZone))}
            </p>
            <Facts facts={facts} timeZone={timeZone} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Facts({ facts, timeZone }: { facts: DecisionStep["facts"]; timeZone: string }) {
  const known = Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]));
  if (known.length === 0) return null;
  return (
    <dl>
      {known.map(({ name, value }) => (
        <div key={name}>
          <dt>{stepFactTitles[name] ?? name}</dt>
          <dd>{formatFact(value, timeZone)}</dd>
        </div>
      ))}
    </dl>
  );
}

const instant = /^\d{4}-\d{2}-\d{2}T.*Z$/;

function formatFact(value: string | number | boolean, timeZone: string): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" && instant.test(value) ? formatDateTime(new Date(value), timeZone) : String(value);
}
