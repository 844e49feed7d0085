import type { Candidate, Check, DecisionStep, DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { AccessStep } from "@gatehouse/contract/events/access-reason";
import { findUsualStep } from "../policy/usual-steps.ts";

/** A check; only the text if it was passed. */
type StoredCheck = string | Check;

/** A step without the fields that have their usual value; only its name if all of them have. */
type StoredStep = AccessStep | (Pick<DecisionStep, "step"> & Partial<DecisionStep>);

/** A candidate with stored checks. */
export type StoredCandidate = Omit<Candidate, "checks"> & { readonly checks: readonly StoredCheck[] };

/** RULE-8: a trace as it is stored with its event. Earlier versions stored every field, which is read the same way. */
export type StoredTrace = Omit<DecisionTrace, "checks" | "candidates" | "steps"> & {
  readonly checks: readonly StoredCheck[];
  readonly candidates: readonly StoredCandidate[];
  readonly steps?: readonly StoredStep[] | undefined;
};

/** An event record, or a part of one, with its trace as it is stored. */
export type WithStoredTrace<Traced extends { readonly trace: DecisionTrace }> = Omit<Traced, "trace"> & {
  readonly trace: StoredTrace;
};

/** An event record, or a part of one, as it is stored. */
export const withStoredTrace = <Traced extends { readonly trace: DecisionTrace }>(
  traced: Traced,
): WithStoredTrace<Traced> => ({ ...traced, trace: packTrace(traced.trace) });

/** Leaves out what `unpackTrace` restores: a trace takes most of the space of an event. */
function packTrace(trace: DecisionTrace): StoredTrace {
  const { checks, candidates, steps } = trace;
  return {
    ...trace,
    checks: checks.map(packCheck),
    candidates: candidates.map((candidate) => ({ ...candidate, checks: candidate.checks.map(packCheck) })),
    ...(steps && { steps: steps.map((step) => packStep(step, checks)) }),
  };
}

/** The trace as it was decided. */
export function unpackTrace(stored: StoredTrace): DecisionTrace {
  const { steps, ...trace } = stored;
  const checks = stored.checks.map(unpackCheck);
  return {
    ...trace,
    checks,
    candidates: stored.candidates.map(unpackCandidate),
    ...(steps && { steps: unpackSteps(steps, checks) }),
  };
}

/** A candidate as it was decided. */
export const unpackCandidate = (stored: StoredCandidate): Candidate => ({
  ...stored,
  checks: stored.checks.map(unpackCheck),
});

/** Steps as they were evaluated; the text of the gate is that of the check. */
export const unpackSteps = (stored: readonly StoredStep[], checks: readonly Check[]): DecisionStep[] =>
  stored.map((one) => {
    const given = typeof one === "string" ? { step: one } : one;
    const usual = findUsualStep(given.step);
    const text = usual?.text ?? (given.step === "gate" ? gateText(checks) : "");
    return { text, isPassed: true, facts: usual?.facts ?? {}, ...given };
  });

const packCheck = (check: Check): StoredCheck => (check.isPassed ? check.text : check);

const unpackCheck = (stored: StoredCheck): Check =>
  typeof stored === "string" ? { text: stored, isPassed: true } : stored;

function packStep(step: DecisionStep, checks: readonly Check[]): StoredStep {
  if (!step.isPassed) return step;
  const usual = findUsualStep(step.step);
  if (step === usual) return step.step;
  if (step.step === "gate" && step.text === gateText(checks)) return step.step;
  const { isPassed: _, text, ...rest } = step;
  return text === usual?.text ? rest : { text, ...rest };
}

/** The check of the gate follows that of the module. */
const gateText = (checks: readonly Check[]): string => checks[1]?.text ?? "";
