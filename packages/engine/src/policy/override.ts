import { overrideTitles } from "@gatehouse/contract/entities/access/access";
import type { DecisionStep } from "@gatehouse/contract/entities/event";
import { accessReasons } from "@gatehouse/contract/events/decision";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import { deny, type Evaluation, type StageResult, toStep } from "./evaluation.ts";
import { activeOverrides, type Policy, type PolicyOverride, type RuleGate } from "./policy.ts";
import { usualSteps } from "./usual-steps.ts";

/** An override decides before anything else. */
export function decideOverride({ policy, gate, now, isExit }: Evaluation): {
  steps: DecisionStep[];
  verdict?: StageResult["verdict"];
} {
  const inForce = findInForce(activeOverrides(policy, gate, now), isExit);
  if (!inForce) return { steps: [usualSteps.override] };
  if (inForce.kind !== "lockdown") return decided(inForce, open(`allow.${inForce.kind}`));
  const text = `${accessReasons["deny.lockdown"]}: ${inForce.reason}`;
  return decided(
    inForce,
    deny("deny.lockdown", text, `End the lockdown, or wait until ${sentenceTime(inForce.until)}`),
  );
}

/** The override that holds the barrier of a gate open. */
export function findHolding(policy: Policy, gate: RuleGate, now: Date): PolicyOverride | undefined {
  const inForce = findInForce(activeOverrides(policy, gate, now), gate.type === "X");
  return inForce?.kind === "lockdown" ? undefined : inForce;
}

/** Whether a lockdown keeps a gate closed, also one that another override holds open. */
export const isLockedDown = (policy: Policy, gate: RuleGate, now: Date): boolean =>
  findInForce(activeOverrides(policy, gate, now), gate.type === "X")?.kind === "lockdown";

/**
 * The override that counts. Evacuation comes first, because it lets people out. A lockdown of the site leaves exits open;
 * only a lockdown of the exit gate itself closes it.
 */
const findInForce = (active: readonly PolicyOverride[], isExit: boolean): PolicyOverride | undefined =>
  (isExit ? find(active, "evacuate") : undefined) ?? findLockdown(active, isExit) ?? find(active, "hold-open");

const findLockdown = (active: readonly PolicyOverride[], isExit: boolean) =>
  active.find(({ kind, gateId }) => kind === "lockdown" && (!isExit || gateId !== null));

const find = (active: readonly PolicyOverride[], kind: PolicyOverride["kind"]) =>
  active.find((one) => one.kind === kind);

const open = (code: "allow.evacuate" | "allow.hold-open"): StageResult["verdict"] => ({
  isGranted: true,
  code,
  reason: accessReasons[code],
  fix: null,
  option: null,
});

const decided = ({ id, kind, reason, until }: PolicyOverride, verdict: StageResult["verdict"]) => ({
  steps: [
    toStep("override", verdict.isGranted, `${overrideTitles[kind]}: ${reason}`, {
      override: id,
      until: until.toISOString(),
    }),
  ],
  verdict,
});
