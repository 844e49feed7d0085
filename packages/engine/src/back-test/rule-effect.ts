import type { RuleEffect } from "@gatehouse/contract/entities/access/back-test";
import { isWithin } from "../policy/areas.ts";
import { everyone, type Policy, type Rule } from "../policy/policy.ts";
import { isRuleOpen } from "../policy/rule-time.ts";
import { toLocalTime } from "../policy/schedule.ts";
import type { PastRead } from "./past-read.ts";
import type { Decided, World } from "./world.ts";

/** Which past passages a rule of a policy matches, and what decides them without it. */
export class RuleEffectCounter {
  private readonly rule: Rule;
  private readonly policy: Policy;
  private readonly counts = { ofGroup: 0, atGates: 0, inTime: 0 };
  private readonly decidedBy = new Map<string, RuleEffect["decidedBy"][number]>();

  constructor(policy: Policy, ruleId: number) {
    const rule = policy.rules.find(({ id }) => id === ruleId);
    if (!rule) throw new Error(`the policy has no rule ${ruleId}`);
    this.rule = rule;
    this.policy = policy;
  }

  /** Counts a passage. `world`: the site under the policy with the rule; `before`: the decision without it. */
  count(read: PastRead, world: World, before: Decided): void {
    const { rule, policy, counts } = this;
    const groups = world.groupIdsOf(read);
    if (groups === null || (rule.groupId !== null && !groups.includes(rule.groupId))) return;
    counts.ofGroup++;
    const gate = world.gateOf(read);
    const atGate = gate && policy.rulesAt(gate, read.direction, "enforced").get(rule.groupId ?? everyone);
    if (!atGate?.some(({ id }) => id === rule.id)) return;
    counts.atGates++;
    if (!isRuleOpen(rule, { now: read.at, local: toLocalTime(read.at, policy.timeZone) })) return;
    counts.inTime++;
    if (before.verdict === null) return;
    const { isGranted, verdict } = before;
    const found = isGranted
      ? verdict.steps.find(({ step }) => step === "allow-rules")?.facts.rule
      : verdict.steps.find(({ step, isPassed }) => step === "deny-rules" && !isPassed)?.facts.rule;
    const name = policy.rules.find(({ id }) => id === found)?.name ?? null;
    const key = `${verdict.code} ${name}`;
    const passages = (this.decidedBy.get(key)?.passages ?? 0) + 1;
    this.decidedBy.set(key, { isGranted, code: verdict.code, rule: name, passages });
  }

  result(): Pick<RuleEffect, "ofGroup" | "atGates" | "inTime" | "decidedBy" | "broader"> {
    return {
      ...this.counts,
      decidedBy: [...this.decidedBy.values()].sort((one, other) => other.passages - one.passages),
      broader: findBroader(this.policy, this.rule).map(({ effect, name }) => ({ effect, name })),
    };
  }
}

/** The other enforced rules that apply wherever a rule applies and decide before it, or the same. */
function findBroader({ rules, areas }: Policy, rule: Rule): readonly Rule[] {
  // A deny rule whose look-up fails denies at any time.
  if (rule.missing !== null) return [];
  return rules.filter(
    (other) =>
      other.id !== rule.id &&
      other.mode === "enforced" &&
      other.missing === null &&
      (other.effect === "deny" || (rule.effect === "allow" && isNoStricter(other, rule))) &&
      isSameOrAll(other.groupId, rule.groupId) &&
      isAtAllGates(other, rule) &&
      (other.areaId === null || (rule.areaId !== null && isWithin(areas, rule.areaId, other.areaId))) &&
      directionsOf(rule).every((direction) => directionsOf(other).includes(direction)) &&
      isOpenWhenever(other, rule),
  );
}

/** A quota also admits its vehicles to a full area, so no other rule replaces it. */
const isNoStricter = (other: Rule, rule: Rule): boolean =>
  rule.quota === null &&
  other.quota === null &&
  (other.factors === "any" || other.factors === rule.factors) &&
  (other.antiPassback === "none" || other.antiPassback === rule.antiPassback);

const isSameOrAll = (other: number | null, own: number | null): boolean => other === null || other === own;

const isAtAllGates = (other: Rule, { gateIds }: Rule): boolean =>
  other.gateIds.length === 0 || (gateIds.length > 0 && gateIds.every((id) => other.gateIds.includes(id)));

/** A deny rule closes exits only if its direction is exit. */
function directionsOf({ direction, effect }: Rule): readonly Rule["direction"][] {
  if (direction !== null) return [direction];
  return effect === "deny" ? ["N"] : ["N", "X"];
}

function isOpenWhenever(other: Rule, rule: Rule): boolean {
  if (other.times === "outside" || rule.times === "outside")
    return (
      other.times === rule.times &&
      other.scheduleId === rule.scheduleId &&
      other.validFrom?.getTime() === rule.validFrom?.getTime() &&
      other.validTo?.getTime() === rule.validTo?.getTime()
    );
  const startsBefore = other.validFrom === null || (rule.validFrom !== null && other.validFrom <= rule.validFrom);
  const endsAfter = other.validTo === null || (rule.validTo !== null && other.validTo >= rule.validTo);
  return isSameOrAll(other.scheduleId, rule.scheduleId) && startsBefore && endsAfter;
}
