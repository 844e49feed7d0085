import type { Candidate, Check, DecisionStep, DecisionTrace } from "@gatehouse/contract/entities/event";
import type { AccessStep } from "@gatehouse/contract/events/decision";
import { findUsualStep } from "../policy/usual-steps.ts";

/** A check; only the text if it was passed. */
type StoredCheck = string | Check;

/** The values of a passed step with rules, without the names of its facts. A window is stored in ASCII: "06:00-18:00". */
type StoredValues =
  | readonly ["identity", text: string, groups: Fact, localTime: Fact, timeZone: Fact]
  | readonly ["allow-rules", text: string, considered: Fact, open: Fact, rule: Fact, window: Fact];

/** A step without the fields that have their usual value; only its name if all of them have. */
type StoredStep = AccessStep | StoredValues | (Pick<DecisionStep, "step"> & Partial<DecisionStep>);

type Facts = DecisionStep["facts"];
type Fact = Facts[string];

export type StoredCandidate = Omit<Candidate, "checks"> & { readonly checks: readonly StoredCheck[] };

/** A trace as it is stored with its event. Earlier versions stored every field, which is read the same way. */
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
    ...(steps && { steps: packSteps(steps, checks) }),
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
export function unpackSteps(stored: readonly StoredStep[], checks: readonly Check[]): DecisionStep[] {
  let time: Facts = {};
  return stored.map((one) => {
    if (isValues(one)) {
      const step = unpackValues(one, time);
      if (one[0] === "identity") time = timeOf(step.facts);
      return step;
    }
    const given = typeof one === "string" ? { step: one } : one;
    const usual = findUsualStep(given.step);
    const text = usual?.text ?? (given.step === "gate" ? gateText(checks) : "");
    return { text, isPassed: true, facts: usual?.facts ?? {}, ...given };
  });
}

const isValues = (stored: StoredStep): stored is StoredValues => Array.isArray(stored);

const timeOf = ({ localTime = null, timeZone = null }: Facts): Facts => ({ localTime, timeZone });

/** The local time of the rules is that of the identity. */
function unpackValues(values: StoredValues, time: Facts): DecisionStep {
  if (values[0] === "identity") {
    const [step, text, groups, localTime, timeZone] = values;
    return { step, text, isPassed: true, facts: { groups, localTime, timeZone } };
  }
  const [step, text, considered, open, rule, window] = values;
  const shown = typeof window === "string" ? window.replace("-", "–") : window;
  return { step, text, isPassed: true, facts: { considered, open, ...time, rule, window: shown } };
}

const packCheck = (check: Check): StoredCheck => (check.isPassed ? check.text : check);

const unpackCheck = (stored: StoredCheck): Check =>
  typeof stored === "string" ? { text: stored, isPassed: true } : stored;

function packSteps(steps: readonly DecisionStep[], checks: readonly Check[]): StoredStep[] {
  let time: Facts = {};
  return steps.map((step) => {
    const stored = packStep(step, checks, time);
    if (isValues(stored) && stored[0] === "identity") time = step.facts;
    return stored;
  });
}

function packStep(step: DecisionStep, checks: readonly Check[], time: Facts): StoredStep {
  if (!step.isPassed) return step;
  const usual = findUsualStep(step.step);
  if (step === usual) return step.step;
  if (step.step === "gate" && step.text === gateText(checks)) return step.step;
  const values = packValues(step, time);
  if (values) return values;
  const { isPassed: _, text, ...rest } = step;
  return text === usual?.text ? rest : { text, ...rest };
}

/** Undefined for a step that has other facts. */
function packValues({ step, text, facts }: DecisionStep, time: Facts): StoredValues | undefined {
  const count = Object.keys(facts).length;
  if (step === "identity" && count === 3) {
    const { groups, localTime, timeZone } = facts;
    if (groups === undefined || localTime === undefined || timeZone === undefined) return undefined;
    return [step, text, groups, localTime, timeZone];
  }
  if (step !== "allow-rules" || count !== 6) return undefined;
  const { considered, open, rule, window, localTime, timeZone } = facts;
  if (considered === undefined || open === undefined || rule === undefined || window === undefined) return undefined;
  if (localTime === undefined || localTime !== time.localTime || timeZone !== time.timeZone) return undefined;
  return [step, text, considered, open, rule, typeof window === "string" ? window.replace("–", "-") : window];
}

/** The check of the gate follows that of the module. */
const gateText = (checks: readonly Check[]): string => checks[1]?.text ?? "";
