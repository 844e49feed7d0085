import type { Candidate, Check, DecisionTrace } from "@gatehouse/contract/entities/event";
import type { CommandError } from "@gatehouse/contract/events/command";
import { formatPlate } from "@gatehouse/contract/fields/plate-groups";
import { withTimes } from "@gatehouse/contract/fields/time";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { formatDateTime } from "../ui/format-time.ts";
import { PlateFace } from "../ui/plate.tsx";
import classes from "./decision-steps.module.css";
import { Direction } from "./direction.tsx";
import { AccessOutcome, type Result, ResultOutcome } from "./outcome.tsx";
import { EvaluationSteps } from "./rules/evaluation-steps.tsx";

interface DecisionStepsProps {
  trace: DecisionTrace;
  /** Why the barrier did not open after the decision. */
  barrierFailure?: CommandError | null;
  /** What became of an event that decides about no access, such as a count. */
  result?: Result | undefined;
  timeZone: string;
  /** Links to the page where a candidate is managed. */
  linkTo?: (candidate: Candidate) => ReactNode;
}

/** An access decision step by step: the read, the checks, the candidates and the result. */
export function DecisionSteps({ trace, barrierFailure = null, result, timeZone, linkTo }: DecisionStepsProps) {
  const { read, direction, checks, candidates, reason, nearestFix = null } = trace;
  const formatText = (text: string) => withTimes(text, (at) => formatDateTime(at, timeZone));
  return (
    <div className={classes.trace}>
      <div
        className={classes.verdict}
        data-granted={result ? tones[result.tone ?? "none"] : (trace.isGranted ?? undefined) && barrierFailure === null}
        role="status"
      >
        {result ? (
          <ResultOutcome result={result} />
        ) : (
          <AccessOutcome isGranted={trace.isGranted} barrierFailure={barrierFailure} />
        )}
        <p>{formatText(reason)}</p>
        {nearestFix !== null && nearestFix !== reason && (
          <p className={classes.fix}>
            <strong>Nearest fix:</strong> {formatText(nearestFix)}
          </p>
        )}
      </div>
      <ShadowResults results={trace.shadow ?? []} />
      {read !== null && (
        <Step title="Read">
          <p className={classes.read}>
            <PlateFace text={read.normalized || "–"} isTag={read.type === "RFID"} />
            {isSameRead(read.raw, read.normalized) || (
              <span>
                from “<code>{read.raw}</code>”
              </span>
            )}
            {direction !== null && <Direction type={direction} />}
          </p>
        </Step>
      )}
      {checks.length > 0 && (
        <Step title="Checks">
          <Checks checks={checks} formatText={formatText} />
        </Step>
      )}
      {read !== null && !result && (
        <Step title="Identifiers and reservations">
          {candidates.length === 0 && <p className={classes.none}>No registered identifier or reservation matches.</p>}
          {candidates.map((candidate) => (
            <section
              key={`${candidate.kind} ${candidate.id}`}
              className={classes.candidate}
              data-match={candidate.isMatch}
              aria-label={candidate.name}
            >
              <p className={classes.name}>
                <strong>{candidate.name}</strong>
                <span>{`${candidateKinds[candidate.kind]}, ${candidate.source}`}</span>
                {linkTo?.(candidate)}
              </p>
              <Checks checks={candidate.checks} formatText={formatText} />
            </section>
          ))}
        </Step>
      )}
      <Rules trace={trace} timeZone={timeZone} />
    </div>
  );
}

const tones = { ok: true, bad: false, warn: false, none: undefined } as const;

const candidateKinds = { identifier: "Identifier", reservation: "Reservation", pass: "Pass" } as const;

/** How the rules, lists and overrides were evaluated; nothing if there are none. */
function Rules({ trace: { steps = [], policyVersion = null }, timeZone }: { trace: DecisionTrace; timeZone: string }) {
  // The checks above tell about the gate, the candidates about the identity.
  const isUsed = steps.some(({ step, facts }) => step !== "identity" && Object.keys(facts).length > 0);
  if (policyVersion === null && !isUsed) return null;
  return (
    <Step title="Evaluation">
      <EvaluationSteps steps={steps} timeZone={timeZone} />
      {policyVersion !== null && <p className={classes.none}>{`Version ${policyVersion} of the rules`}</p>}
    </Step>
  );
}

/** What rules in shadow mode would have changed. */
function ShadowResults({ results }: { results: NonNullable<DecisionTrace["shadow"]> }) {
  if (results.length === 0) return null;
  return (
    <ul className={classes.shadow} aria-label="Rules in shadow mode">
      {results.map(({ ruleId, text }) => (
        <li key={ruleId}>{text}</li>
      ))}
    </ul>
  );
}

/** Whether the raw read adds nothing to the plate as shown. */
const isSameRead = (raw: string, normalized: string) => raw === normalized || raw === formatPlate(normalized);

/** A titled section of an explanation. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.step}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Checks({ checks, formatText }: { checks: readonly Check[]; formatText: (text: string) => string }) {
  return (
    <ul className={classes.checks}>
      {checks.map(({ text, isPassed }) => (
        <li key={text} data-passed={isPassed}>
          {isPassed ? (
            <IconCheck size={16} role="img" aria-label="Passed" />
          ) : (
            <IconX size={16} role="img" aria-label="Failed" />
          )}
          <span>{formatText(text)}</span>
        </li>
      ))}
    </ul>
  );
}
