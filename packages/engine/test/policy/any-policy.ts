import fc from "fast-check";
import type { RuleQuestion, Subject } from "../../src/policy/evaluation.ts";
import { compilePolicy, type Policy, type PolicyInput, type RuleInput } from "../../src/policy/policy.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";

/** A rule that allows everyone at any time. */
export const ruleOf = (over: Partial<RuleInput> = {}): RuleInput => ({
  id: 1,
  name: "Everyone",
  effect: "allow",
  groupId: null,
  gateIds: [],
  areaId: null,
  direction: null,
  scheduleId: null,
  validFrom: null,
  validTo: null,
  factors: "any",
  times: "during",
  antiPassback: "none",
  quota: null,
  mode: "enforced",
  ...over,
});

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Groups 1 and 2, Deck 1 inside Site, and two schedules. */
export const policyOf = (rules: readonly RuleInput[], over: Partial<PolicyInput> = {}): Policy =>
  compilePolicy({
    version: 7,
    timeZone: "Europe/Berlin",
    groups: [
      { id: 1, name: "Contractors" },
      { id: 2, name: "Residents" },
    ],
    areas: [
      { id: 1, name: "Site", parentId: null, capacity: null },
      { id: 2, name: "Deck 1", parentId: 1, capacity: 2 },
    ],
    schedules: [
      { id: 1, name: "Day", windows: [{ days: everyDay, from: "06:00", to: "18:00" }], exceptions: [] },
      { id: 2, name: "Never", windows: [], exceptions: [] },
    ],
    rules,
    overrides: [],
    ...over,
  });

/** A valid identifier without a group. */
export const subjectOf = (over: Partial<Subject> = {}): Subject => ({
  kind: "identifier",
  id: 1,
  name: "KA 01 AB 1234",
  groupIds: [],
  usedUp: null,
  invalid: null,
  ...over,
});

/** An entry into Deck 1 at noon in Berlin. */
export const questionOf = (policy: Policy, over: Partial<RuleQuestion> = {}): RuleQuestion => ({
  policy,
  gate: { id: 1, name: "Gate A", type: "N", fromAreaId: null, toAreaId: 2 },
  direction: "N",
  now: new Date("2026-06-10T10:00:00Z"),
  subjects: [subjectOf()],
  unidentified: { code: "deny.unknown", reason: "Plate not registered", fix: "Register it" },
  lists: [],
  presence: null,
  occupancy: new OccupancyCounts(policy.areas),
  hasBothFactors: false,
  ...over,
});

const groupId = fc.constantFrom(null, 1, 2, 3);

/** Any rule, with references that may not exist. */
export const anyRule: fc.Arbitrary<Omit<RuleInput, "id" | "mode">> = fc.record({
  name: fc.constant("Any"),
  effect: fc.constantFrom("allow" as const, "deny" as const),
  groupId,
  gateIds: fc.constantFrom([], [1], [2]),
  areaId: fc.constantFrom(null, 1, 2, 9),
  direction: fc.constantFrom(null, "N" as const, "X" as const),
  scheduleId: fc.constantFrom(null, 1, 2, 9),
  validFrom: fc.constantFrom(null, new Date("2026-06-11T00:00:00Z")),
  validTo: fc.constantFrom(null, new Date("2026-06-09T00:00:00Z")),
  times: fc.constantFrom("during" as const, "outside" as const),
  factors: fc.constantFrom("any" as const, "both" as const),
  antiPassback: fc.constantFrom("none" as const, "soft" as const, "hard" as const),
  quota: fc.constantFrom(null, 0, 1, 5),
});

const numbered = fc
  .array(anyRule, { maxLength: 6 })
  .map((rules) => rules.map((rule, index): RuleInput => ({ ...rule, id: index + 1, mode: "enforced" })));

/** Any enforced policy with at least one rule: without one, a site decides as before. */
export const anyRules = numbered.map((rules) => (rules.length === 0 ? [ruleOf()] : rules));

/** Any situation of a vehicle at a gate, apart from the policy. */
export const anySituation: fc.Arbitrary<(policy: Policy) => RuleQuestion> = fc
  .record({
    direction: fc.constantFrom("N" as const, "X" as const),
    hour: fc.integer({ min: 0, max: 23 }),
    groupIds: fc.constantFrom([], [1], [2], [1, 2]),
    hasSubject: fc.constantFrom(true, true, true, false),
    kind: fc.constantFrom("identifier" as const, "reservation" as const, "pass" as const),
    usedUp: fc.constantFrom(null, null, "Already used"),
    inside: fc.constantFrom(null, 1, 2),
    isForgiven: fc.boolean(),
    vehicles: fc.integer({ min: 0, max: 3 }),
    hasBothFactors: fc.boolean(),
    isListed: fc.constantFrom(false, false, true),
  })
  .map((given) => (policy) => {
    const occupancy = new OccupancyCounts(policy.areas);
    for (let count = 0; count < given.vehicles; count++) occupancy.move(null, 2, [2]);
    const { direction, hour, groupIds, kind, usedUp, inside, isForgiven, hasBothFactors } = given;
    const entry = { id: 1, kind: "deny" as const, iid: "KA01", reason: "Unpaid", until: null };
    return questionOf(policy, {
      direction,
      now: new Date(Date.UTC(2026, 5, 10, hour)),
      subjects: given.hasSubject ? [subjectOf({ groupIds: kind === "identifier" ? groupIds : [], kind, usedUp })] : [],
      presence: inside === null ? null : { areaId: inside, since: new Date(0), isForgiven },
      occupancy,
      hasBothFactors,
      lists: given.isListed ? [entry] : [],
    });
  });
