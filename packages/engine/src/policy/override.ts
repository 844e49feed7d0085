import { overrideTitles } from "@gatehouse/contract/entities/access/override-kinds";
import type { DecisionStep } from "@gatehouse/contract/entities/event/event.schema";
import { accessReasons } from "@gatehouse/contract/events/access-reason";
import { sentenceTime } from "@gatehouse/contract/fields/sentence-time";
import { deny, type Evaluation, type StageResult, toStep } from "./evaluation.ts";
import { activeOverrides, type Policy, type PolicyOverride, type RuleGate } from "./policy.ts";
import { usualSteps } from "./usual-steps.ts";

/**
 * RULE-7: an override decides before anything else. Evacuation comes first, because it lets people out. A lockdown of the
 * site leaves exits open; only a lockdown of the exit gate itself closes it.
 */
export function decideOverride({ policy, gate, now, isExit }: Evaluation): {
  steps: DecisionStep[];
  verdict?: StageResult["verdict"];
} {
  const active = activeOverrides(policy, gate, now);
  const evacuate = isExit ? find(active, "evacuate") : undefined;
  if (evacuate) return decided(evacuate, open("allow.evacuate"));
  const lockdown = findLockdown(active, isExit);
  if (lockdown) {
    const text = `${accessReasons["deny.lockdown"]}: ${lockdown.reason}`;
    return decided(
      lockdown,
      deny("deny.lockdown", text, `End the lockdown, or wait until ${sentenceTime(lockdown.until)}`),
    );
  }
  const held = find(active, "hold-open");
  if (held) return decided(held, open("allow.hold-open"));
  return { steps: [usualSteps.override] };
}

/** RULE-7: the override that holds the barrier of a gate open; as in decisions, a lockdown comes before holding open. */
export function findHolding(policy: Policy, gate: RuleGate, now: Date): PolicyOverride | undefined {
  const isExit = gate.type === "X";
  const active = activeOverrides(policy, gate, now);
  const evacuate = isExit ? find(active, "evacuate") : undefined;
  return evacuate ?? (findLockdown(active, isExit) ? undefined : find(active, "hold-open"));
}

/** RULE-7: whether a lockdown keeps a gate closed, also one that another override holds open. */
export function isLockedDown(policy: Policy, gate: RuleGate, now: Date): boolean {
  const isExit = gate.type === "X";
  const active = activeOverrides(policy, gate, now);
  return findLockdown(active, isExit) !== undefined && !(isExit && find(active, "evacuate"));
}

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
