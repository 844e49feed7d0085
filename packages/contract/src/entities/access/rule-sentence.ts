import type { Rule } from "./rule.schema.ts";

/** What a rule says, without its name and state. */
export type RuleTerms = Omit<Rule, "id" | "version" | "modeSince" | "name" | "mode">;

/** The names and times of what a rule refers to. */
export interface RuleNames {
  group(id: number): string;
  gate(id: number): string;
  area(id: number): string;
  schedule(id: number): string;
  /** A point in time, ISO 8601. */
  time(at: string): string;
}

/** Gates beyond these are only counted. */
const maxNamedGates = 4;

/** RULE-2: a rule as one sentence: "Contractors may enter at North gate during "Working hours"." */
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
  if (gateIds.length <= maxNamedGates) return joinNames(gateIds.map(names.gate));
  const named = gateIds.slice(0, maxNamedGates - 1).map(names.gate);
  return joinNames([...named, `${gateIds.length - named.length} other gates`]);
}

const joinNames = (list: readonly string[]): string =>
  list.length < 2 ? list.join() : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;

function formatTime({ effect, scheduleId, validFrom, validTo }: RuleTerms, names: RuleNames): string {
  const during = scheduleId === null ? "" : ` during "${names.schedule(scheduleId)}"`;
  const dates = [
    ...(validFrom === null ? [] : [`from ${names.time(validFrom)}`]),
    ...(validTo === null ? [] : [`until ${names.time(validTo)}`]),
  ];
  if (dates.length > 0) return `${during}, ${dates.join(" ")}`;
  if (during !== "") return during;
  return effect === "allow" ? ", always" : ", at any time";
}

function formatConditions({ factors, antiPassback, quota, areaId }: RuleTerms, names: RuleNames): string[] {
  const [place, full] = areaId === null ? ["inside", "the area"] : [`inside ${names.area(areaId)}`, "it"];
  const passback = {
    none: [],
    soft: ["noting a vehicle that is already inside"],
    hard: ["unless already inside"],
  };
  return [
    ...(factors === "both" ? ["if plate and tag are both read"] : []),
    ...passback[antiPassback],
    // RULE-5: a quota also admits its vehicles to a full area.
    ...(quota === null ? [] : [`with at most ${quota} of them ${place} at once, even if ${full} is full`]),
  ];
}
