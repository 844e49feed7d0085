import { type BackTestResult, passageResultTitles } from "@gatehouse/contract/entities/access/back-test";
import { withTimes } from "@gatehouse/contract/fields/time";
import { Button } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useSite } from "../../api/site.ts";
import { formatDateTime } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import { AccessOutcome } from "../outcome.tsx";
import { EvaluationSteps } from "../rules/evaluation-steps.tsx";
import classes from "./back-test.module.css";

type Change = BackTestResult["changes"][number];

const pageSize = 20;

/** The changed passages; each shows both traces side by side. */
export function BackTestChanges({ changes }: { changes: readonly Change[] }) {
  const [shown, setShown] = useState(pageSize);
  const { timeZone } = useSite();
  if (changes.length === 0) return null;
  return (
    <section className={classes.part}>
      <h3>Changed passages</h3>
      <ul className={classes.changes}>
        {changes.slice(0, shown).map((change) => (
          <li key={change.eventId}>
            <details>
              <summary>
                <IconChevronRight className={classes.chevron} size={16} aria-hidden />
                <PlateFace text={change.vehicle} isTag={change.module === "RFID_ACCESS_CONTROL"} />
                <span>{`${change.gateName} · ${formatDateTime(new Date(change.at), timeZone)}`}</span>
                <span className={classes.result} data-result={change.result}>
                  {passageResultTitles[change.result]}
                </span>
              </summary>
              {change.missing !== null && <p className={classes.missing}>{`History lacks: ${change.missing}`}</p>}
              <div className={classes.sides}>
                <Side title="Before" decision={change.before} timeZone={timeZone} />
                <Side title="After" decision={change.after} timeZone={timeZone} />
              </div>
            </details>
          </li>
        ))}
      </ul>
      {shown < changes.length && (
        <Button variant="default" onClick={() => setShown(shown + pageSize)}>
          Show more
        </Button>
      )}
    </section>
  );
}

function Side({ title, decision, timeZone }: { title: string; decision: Change["before"]; timeZone: string }) {
  const formatText = (text: string) => withTimes(text, (at) => formatDateTime(at, timeZone));
  return (
    <section className={classes.side} aria-label={title}>
      <h4>{title}</h4>
      <AccessOutcome isGranted={decision.isGranted} barrierFailure={null} />
      {decision.reason !== "" && <p>{formatText(decision.reason)}</p>}
      {decision.steps.length > 0 && <EvaluationSteps steps={decision.steps} timeZone={timeZone} />}
    </section>
  );
}
