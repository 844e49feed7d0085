import type { Evaluation, ShadowResult, StageResult } from "./evaluation.ts";
import type { Rule } from "./policy.ts";
import { evaluateRules, findApplicable } from "./rules.ts";

/** RULE-9: the shadow rules that would have changed the result, each on its own. */
export function evaluateShadow(evaluation: Evaluation, verdict: StageResult["verdict"]): ShadowResult[] {
  const { policy, subjects } = evaluation;
  // What decides before the rules is not changed by a rule.
  if (subjects.length === 0 || isBeforeRules.has(verdict.code) || !policy.hasShadow) return [];
  return findApplicable(evaluation, "shadow").flatMap((rule) => {
    const other = evaluateRules(evaluation, [], { rules: [rule] }).verdict;
    return other.isGranted === verdict.isGranted ? [] : [toResult(rule, other.isGranted)];
  });
}

const isBeforeRules: ReadonlySet<string> = new Set([
  "allow.hold-open",
  "allow.evacuate",
  "deny.lockdown",
  "deny.list",
] satisfies StageResult["verdict"]["code"][]);

const toResult = ({ id, name }: Rule, isGranted: boolean): ShadowResult => ({
  ruleId: id,
  name,
  text: `Would have been ${isGranted ? "allowed" : "denied"} by "${name}"`,
});
