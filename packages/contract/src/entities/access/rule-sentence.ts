import { accessReasons } from "../../events/decision.ts";
import { formatCount } from "../../fields/number.ts";
import type { RuleEffect } from "./back-test.ts";
import type { Rule } from "./rule.ts";

/** Why a rule changes nothing; null if it changes something, or if there are no passages to tell from. */
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

/** What a rule says, without its name and state. */
export type RuleTerms = Omit<Rule, "id" | "version" | "modeSince" | "name" | "mode">;

/** The names and times of what a rule refers to. */
export interface RuleNames {
  group(id: number): string;
  /** Undefined for a gate that the reader may not see. */
  gate(id: number): string | undefined;
  area(id: number): string;
  schedule(id: number): string;
  /** A point in time, ISO 8601. */
  time(at: string): string;
}

/** Gates beyond these are only counted. */
const maxNamedGates = 4;

/** A rule as one sentence: "Contractors may enter at North gate during "Working hours"." */
export function formatRule(rule: RuleTerms, names: RuleNames): string {
  const parts = [
    `${formatSubject(rule, names)} ${formatMovement(rule)}${formatArea(rule, names)} at ${formatGates(rule, names)}${formatTime(rule, names)}`,
    ...formatConditions(rule, names),
  ];
  return `${parts.join(", ")}.`;
}

function formatSubject({ effect, groupId }: RuleTerms, names: RuleNames): string {
  if (groupId !== null) return `${names.group(groupId)} ${effect === "allow" ? "may" : "may not"}`;
  return effect === "allow" ? "Everyone may" : "Nobody may";
}

/** A deny rule closes exits only if its direction is Exit. */
function formatMovement({ effect, direction }: RuleTerms): string {
  if (direction === "X") return "exit";
  return direction === "N" || effect === "deny" ? "enter" : "enter and exit";
}

const formatArea = ({ areaId }: RuleTerms, names: RuleNames): string =>
  areaId === null ? "" : ` ${names.area(areaId)}`;

function formatGates({ effect, gateIds }: RuleTerms, names: RuleNames): string {
  if (gateIds.length === 0) return effect === "allow" ? "all gates" : "any gate";
  const known = gateIds.map((id) => names.gate(id)).filter((name) => name !== undefined);
  if (known.length === gateIds.length && known.length <= maxNamedGates) return joinNames(known);
  const named = known.slice(0, maxNamedGates - 1);
  return joinNames([...named, formatCount(gateIds.length - named.length, "other gate")]);
}

const joinNames = (list: readonly string[]): string =>
  list.length < 2 ? list.join() : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

function formatTime({ effect, scheduleId, validFrom, validTo, times }: RuleTerms, names: RuleNames): string {
  const schedule = scheduleId === null ? [] : [`during "${names.schedule(scheduleId)}"`];
  const dates = [
    ...(validFrom === null ? [] : [`from ${names.time(validFrom)}`]),
    ...(validTo === null ? [] : [`until ${names.time(validTo)}`]),
  ];
  const given = [...schedule, ...(dates.length > 0 ? [dates.join(" ")] : [])].join(", ");
  if (times === "outside") return ` except ${given}`;
  if (given !== "") return scheduleId === null ? `, ${given}` : ` ${given}`;
  return effect === "allow" ? ", always" : ", at any time";
}

function formatConditions({ direction, factors, antiPassback, quota, areaId }: RuleTerms, names: RuleNames): string[] {
  const both = factors === "both" ? ["if plate and tag are both read"] : [];
  // No exit is denied because of presence or counts.
  if (direction === "X") return both;
  const [place, full] = areaId === null ? ["inside", "the area"] : [`inside ${names.area(areaId)}`, "it"];
  const passback = {
    none: [],
    soft: ["noting a vehicle that is already inside"],
    hard: ["unless already inside"],
  };
  return [
    ...both,
    ...passback[antiPassback],
    // A quota also admits its vehicles to a full area.
    ...(quota === null ? [] : [`with at most ${quota} of them ${place} at once, even if ${full} is full`]),
  ];
}
