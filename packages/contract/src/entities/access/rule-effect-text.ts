import { accessReasons } from "../../events/access-reason.ts";
import { formatCount } from "../../fields/count.ts";
import type { RuleEffect } from "./back-test.schema.ts";
import type { Rule } from "./rule.schema.ts";

/** RULE-9: why a rule changes nothing; null if it changes something, or if there are no passages to tell from. */
export function whyNoEffect(effect: Rule["effect"], found: RuleEffect): string | null {
  const { passages, inTime, differing, broader } = found;
  if (differing > 0) return null;
  const tested =
    passages === 0 ? "." : `; 0 of ${formatCount(passages, "passage")} of the last ${found.days} days differ.`;
  const [closed] = broader.filter((rule) => rule.effect !== effect);
  if (closed) return `Rule “${closed.name}” denies everything that this rule allows${tested}`;
  const state = effect === "allow" ? "allowed" : "denied";
  if (broader.length > 0) return `Already ${state} by ${joinRules(broader.map(({ name }) => name))}${tested}`;
  if (passages === 0) return null;
  if (inTime === 0) return whyNoMatch(found);
  return `${whatDecides(effect, found)}${tested}`;
}

/** The first condition that no passage fulfils. */
function whyNoMatch({ passages, days, ofGroup, atGates }: RuleEffect): string {
  const all = `this rule applies to none of the ${formatCount(passages, "passage")} of the last ${days} days`;
  if (ofGroup === 0) return `No registered vehicle of this group came: ${all}.`;
  if (atGates === 0) return `Its vehicles passed ${times(ofGroup)}, but not at these gates in this direction: ${all}.`;
  return `Its vehicles passed here ${times(atGates)}, but not at these times: ${all}.`;
}

const times = (count: number): string => (count === 1 ? "once" : formatCount(count, "time"));

/** What decided the most passages without the rule. */
function whatDecides(effect: Rule["effect"], { decidedBy }: RuleEffect): string {
  const [most] = decidedBy;
  if (!most) return "Already decided by an override";
  const isWanted = most.isGranted === (effect === "allow");
  const word = `${isWanted ? "Already" : "Still"} ${most.isGranted ? "allowed" : "denied"}`;
  const names = decidedBy.flatMap(({ isGranted, rule }) =>
    isGranted === most.isGranted && rule !== null ? [rule] : [],
  );
  return most.rule === null ? `${word}: ${accessReasons[most.code].toLowerCase()}` : `${word} by ${joinRules(names)}`;
}

function joinRules(names: readonly string[]): string {
  const [first, second] = names.map((name) => `“${name}”`);
  if (second === undefined) return `${first}`;
  return names.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${names.length - 2} more`;
}
