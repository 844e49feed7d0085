import { describe, expect, it } from "vitest";
import { findCyclicAreas } from "../../src/policy/areas.ts";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import type { RuleQuestion } from "../../src/policy/evaluation.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";
import { policyOf, questionOf, ruleOf, subjectOf } from "./any-policy.ts";

const contractors = [subjectOf({ groupIds: [1] })];
const residents = [subjectOf({ groupIds: [2] })];
const daily = policyOf([ruleOf({ name: "Contractors by day", groupId: 1, scheduleId: 1 })]);
const late = new Date("2026-06-10T16:07:00Z");
const exit = {
  direction: "X" as const,
  gate: { id: 2, name: "Gate B", type: "X" as const, fromAreaId: 2, toAreaId: null },
};
const inside = (areaId: number, isForgiven = false) => ({
  areaId,
  since: new Date("2026-06-10T08:00:00Z"),
  isForgiven,
});
const filled = (policy: RuleQuestion["policy"], groups: readonly (readonly number[])[]) => {
  const counts = new OccupancyCounts(policy.areas);
  for (const groupIds of groups) counts.move(null, 2, groupIds);
  return counts;
};

describe("rules", () => {
  it("RULE-8 denies contractors at 18:07 with the nearest fix", () => {
    const result = evaluatePolicy(questionOf(daily, { subjects: contractors, now: late }));
    expect(result).toMatchObject({
      isGranted: false,
      code: "deny.schedule-closed",
      fix: "Contractors are allowed until 18:00; it was 18:07",
    });
    expect(result.steps.at(-1)).toMatchObject({
      step: "allow-rules",
      facts: { localTime: "2026-06-10 18:07", timeZone: "Europe/Berlin" },
    });
  });

  it("RULE-2 lets contractors out at 18:07 and says what was wrong", () => {
    const result = evaluatePolicy(questionOf(daily, { subjects: contractors, now: late, ...exit }));
    expect(result).toMatchObject({ isGranted: true, code: "allow.exit" });
    expect(result.reason).toBe("Let out: Contractors are allowed until 18:00; it was 18:07");
  });

  it.each([
    ["allows the group in its window", daily, { subjects: contractors }, "allow.rule"],
    ["denies another group", daily, { subjects: residents }, "deny.no-rule"],
    ["denies an unknown vehicle", daily, { subjects: [] }, "deny.unknown"],
    [
      "lets deny beat allow",
      policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny", groupId: 1 })]),
      { subjects: contractors },
      "deny.rule",
    ],
    [
      "ignores deny rules of other groups",
      policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny", groupId: 2 })]),
      { subjects: contractors },
      "allow.rule",
    ],
    [
      "lets out despite a deny rule for both directions",
      policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny" })]),
      exit,
      "allow.rule",
    ],
    [
      "keeps inside by a deny rule for exits",
      policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny", direction: "X" })]),
      exit,
      "deny.rule",
    ],
    ["denies at other gates", policyOf([ruleOf({ gateIds: [9] })]), {}, "deny.no-rule"],
    ["applies to areas within its area", policyOf([ruleOf({ areaId: 1 })]), {}, "allow.rule"],
    ["denies for a rule whose schedule is gone", policyOf([ruleOf({ scheduleId: 9 })]), {}, "deny.look-up-failed"],
    [
      "denies for a deny rule whose schedule is gone",
      policyOf([ruleOf(), ruleOf({ id: 2, effect: "deny", scheduleId: 9 })]),
      {},
      "deny.look-up-failed",
    ],
    ["denies before a rule is valid", policyOf([ruleOf({ validFrom: late })]), {}, "deny.schedule-closed"],
    ["admits a pass without a rule", daily, { subjects: [subjectOf({ kind: "pass" })] }, "allow.pass"],
    [
      "denies a pass without uses",
      daily,
      { subjects: [subjectOf({ kind: "pass", usedUp: "Pass already used" })] },
      "deny.no-uses",
    ],
    ["requires both factors", policyOf([ruleOf({ factors: "both" })]), {}, "deny.second-factor"],
    ["admits with both factors", policyOf([ruleOf({ factors: "both" })]), { hasBothFactors: true }, "allow.rule"],
  ] as const)("RULE-2 %s", (_title, policy, over, code) => {
    expect(evaluatePolicy(questionOf(policy, over)).code).toBe(code);
  });

  it("RULE-8 names the gate or the group that is missing", () => {
    const elsewhere = policyOf([ruleOf({ name: "Service", groupId: 1, gateIds: [9] })]);
    expect(evaluatePolicy(questionOf(elsewhere, { subjects: contractors })).fix).toBe(
      'Extend rule "Service" for Contractors to entry at Gate A',
    );
    expect(evaluatePolicy(questionOf(daily, { subjects: residents })).fix).toBe(
      'Add it to group Contractors, which rule "Contractors by day" allows at Gate A',
    );
  });

  it.each([
    ["hard denies a vehicle that is inside", "hard", inside(2), {}, "deny.passback"],
    ["soft admits it", "soft", inside(2), {}, "allow.rule"],
    ["none admits it", "none", inside(2), {}, "allow.rule"],
    ["forgiving admits it", "hard", inside(2, true), {}, "allow.rule"],
    ["unknown presence passes", "hard", null, {}, "allow.rule"],
    ["an outer area is not the entered one", "hard", inside(1), {}, "allow.rule"],
    ["an exit is never denied", "hard", inside(1), exit, "allow.exit"],
  ] as const)("RULE-4 %s", (_title, antiPassback, presence, over, code) => {
    const policy = policyOf([ruleOf({ antiPassback })]);
    expect(evaluatePolicy(questionOf(policy, { presence, ...over })).code).toBe(code);
  });

  it("RULE-4 soft anti-passback says what was wrong", () => {
    const result = evaluatePolicy(questionOf(policyOf([ruleOf({ antiPassback: "soft" })]), { presence: inside(2) }));
    expect(result.reason).toBe("Let in: Already inside Deck 1 since 2026-06-10T08:00:00.000Z");
  });

  it("RULE-5 a full deck denies visitors but admits residents by quota", () => {
    const policy = policyOf([ruleOf(), ruleOf({ id: 2, groupId: 2, areaId: 2, quota: 1 })]);
    const full = filled(policy, [[], []]);
    expect(evaluatePolicy(questionOf(policy, { occupancy: full }))).toMatchObject({
      code: "deny.area-full",
      reason: "Deck 1 is full: 2 of 2 places are taken",
    });
    expect(evaluatePolicy(questionOf(policy, { occupancy: full, subjects: residents }))).toMatchObject({
      code: "allow.rule",
    });
    full.move(null, 2, [2]);
    expect(evaluatePolicy(questionOf(policy, { occupancy: full, subjects: residents })).isGranted).toBe(false);
  });

  it("RULE-5 denies a group whose quota is used up although there is room", () => {
    const policy = policyOf([ruleOf({ groupId: 2, areaId: 2, quota: 1 })]);
    expect(evaluatePolicy(questionOf(policy, { occupancy: filled(policy, [[2]]), subjects: residents }))).toMatchObject(
      {
        code: "deny.quota-full",
        reason: "The quota of Residents is used up: 1 of 1 are inside",
      },
    );
  });

  it.each([
    [4, [3, 4, 3, 2, 3, 4], [false, true, true, false, false, true]],
    [1, [0, 1, 0], [false, true, false]],
    [0, [0, 0], [true, true]],
  ])("RULE-5 a capacity of %i closes when full and reopens two places below", (capacity, counts, expected) => {
    const areas = [
      { id: 1, name: "Site", parentId: null, capacity: null },
      { id: 2, name: "Deck 1", parentId: 1, capacity },
    ];
    const policy = policyOf([ruleOf()], { areas });
    const occupancy = new OccupancyCounts(policy.areas);
    const full = counts.map((count) => {
      while (occupancy.count(2, 0) < count) occupancy.move(null, 2, []);
      while (occupancy.count(2, 0) > count) occupancy.move(2, null, []);
      return evaluatePolicy(questionOf(policy, { occupancy })).code === "deny.area-full";
    });
    expect(full).toEqual(expected);
  });

  it("RULE-5 a full parent closes its areas, but not for vehicles inside it", () => {
    const areas = [
      { id: 1, name: "Site", parentId: null, capacity: 1 },
      { id: 2, name: "Deck 1", parentId: 1, capacity: 5 },
    ];
    const policy = policyOf([ruleOf()], { areas });
    const occupancy = filled(policy, [[]]);
    expect(evaluatePolicy(questionOf(policy, { occupancy })).code).toBe("deny.area-full");
    expect(evaluatePolicy(questionOf(policy, { occupancy, presence: inside(1) })).code).toBe("allow.rule");
  });

  it("RULE-2 areas in a cycle are found and do not loop", () => {
    const areas = [
      { id: 1, name: "A", parentId: 2, capacity: 1 },
      { id: 2, name: "B", parentId: 1, capacity: 1 },
      { id: 3, name: "C", parentId: 1, capacity: null },
    ];
    const policy = policyOf([ruleOf({ areaId: 1 })], { areas });
    expect(findCyclicAreas(policy.areas)).toEqual([1, 2]);
    expect(evaluatePolicy(questionOf(policy, { occupancy: filled(policy, [[]]) })).code).toBe("deny.area-full");
  });

  it("RULE-9 reports what a shadow rule would have changed", () => {
    const policy = policyOf([
      ruleOf(),
      ruleOf({ id: 2, name: "No contractors", effect: "deny", groupId: 1, mode: "shadow" }),
    ]);
    const result = evaluatePolicy(questionOf(policy, { subjects: contractors }));
    expect(result).toMatchObject({ isGranted: true });
    expect(result.shadow).toEqual([
      { ruleId: 2, name: "No contractors", text: 'Would have been denied by "No contractors"' },
    ]);
  });
});

describe("lists and overrides", () => {
  const entry = (kind: "deny" | "watch", until: Date | null = null) => ({
    id: 5,
    kind,
    iid: "KA01",
    reason: "Unpaid",
    until,
  });
  const during = { since: new Date("2026-06-10T09:00:00Z"), until: new Date("2026-06-10T11:00:00Z"), reason: "Drill" };

  it("RULE-3 denies a listed vehicle before its identity, lets it out, and only reports watched ones", () => {
    const policy = policyOf([ruleOf()]);
    expect(evaluatePolicy(questionOf(policy, { lists: [entry("deny")], subjects: [] })).code).toBe("deny.list");
    expect(evaluatePolicy(questionOf(policy, { lists: [entry("deny")], ...exit })).code).toBe("allow.exit");
    expect(evaluatePolicy(questionOf(policy, { lists: [entry("deny", during.since)] })).code).toBe("allow.rule");
    const watched = evaluatePolicy(questionOf(policy, { lists: [entry("watch")] }));
    expect(watched).toMatchObject({ isGranted: true, watched: [{ id: 5 }] });
  });

  it.each([
    ["lockdown", null, {}, "deny.lockdown"],
    ["lockdown", 1, {}, "deny.lockdown"],
    ["lockdown", 9, {}, "allow.rule"],
    ["lockdown", null, exit, "allow.rule"],
    ["lockdown", 2, exit, "deny.lockdown"],
    ["hold-open", 1, { subjects: [] }, "allow.hold-open"],
    ["evacuate", null, {}, "allow.rule"],
    ["evacuate", null, { ...exit, subjects: [] }, "allow.evacuate"],
    ["lockdown", null, { now: during.until }, "allow.rule"],
  ] as const)("RULE-7 %s of gate %s", (kind, gateId, over, code) => {
    const policy = policyOf([ruleOf()], { overrides: [{ id: 3, kind, gateId, ...during }] });
    expect(evaluatePolicy(questionOf(policy, over)).code).toBe(code);
  });

  it("RULE-7 evacuation opens exits even in a lockdown of the gate", () => {
    const overrides = [
      { id: 3, kind: "lockdown" as const, gateId: 2, ...during },
      { id: 4, kind: "evacuate" as const, gateId: null, ...during },
    ];
    expect(evaluatePolicy(questionOf(policyOf([ruleOf()], { overrides }), exit)).code).toBe("allow.evacuate");
  });
});
