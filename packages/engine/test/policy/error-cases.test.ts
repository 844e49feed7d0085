import { describe, expect, it } from "vitest";
import { areaChain, findCyclicAreas, type PolicyArea } from "../../src/policy/areas.ts";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";
import { policyOf, questionOf, ruleOf, subjectOf } from "./any-policy.ts";

const area = (id: number, parentId: number | null, capacity: number | null = null): PolicyArea => ({
  id,
  name: `Area ${id}`,
  parentId,
  capacity,
});
const exitGate = {
  direction: "X" as const,
  gate: { id: 2, name: "Gate B", type: "X" as const, fromAreaId: 2, toAreaId: null },
};

describe("areas in a cycle", () => {
  it.each([
    ["of one area", [area(1, 1)], [1]],
    ["of two areas", [area(1, 2), area(2, 1)], [1, 2]],
    ["of three areas", [area(1, 2), area(2, 3), area(3, 1), area(4, 3)], [1, 2, 3]],
    ["without a cycle", [area(1, null), area(2, 1), area(3, 1)], []],
    ["with a parent that does not exist", [area(1, 9)], []],
  ])("RULE-2 %s are found, end, and count each vehicle once", (_title, areas, cyclic) => {
    const policy = policyOf([ruleOf()], { areas });
    expect(findCyclicAreas(policy.areas)).toEqual(cyclic);
    const chain = areaChain(policy.areas, 1).map(({ id }) => id);
    expect(new Set(chain).size).toBe(chain.length);
    const occupancy = new OccupancyCounts(policy.areas);
    occupancy.move(null, 1, []);
    expect(areas.map(({ id }) => occupancy.count(id, 0))).toEqual(areas.map(({ id }) => Number(chain.includes(id))));
  });
});

describe("a rule that refers to something that was deleted", () => {
  const broken = { groupId: 9, areaId: 9, scheduleId: 9, gateIds: [9] };
  it.each([
    ["an allow rule", "group", "allow", "deny.no-rule"],
    ["an allow rule", "area", "allow", "deny.look-up-failed"],
    ["an allow rule", "schedule", "allow", "deny.look-up-failed"],
    ["an allow rule", "gate", "allow", "deny.no-rule"],
    ["a deny rule", "area", "deny", "deny.look-up-failed"],
    ["a deny rule", "schedule", "deny", "deny.look-up-failed"],
    ["a deny rule", "group", "deny", "allow.rule"],
    ["a deny rule", "gate", "deny", "allow.rule"],
  ] as const)("RULE-2 %s for a deleted %s never grants", (_title, missing, effect, code) => {
    const key = missing === "gate" ? "gateIds" : (`${missing}Id` as const);
    const rule = ruleOf({ id: 5, name: "Broken", effect, [key]: broken[key] });
    const others = effect === "deny" ? [ruleOf()] : [];
    const result = evaluatePolicy(questionOf(policyOf([...others, rule])));
    expect(result.code).toBe(code);
    // A member of the deleted group can't be distinguished from others, so the look-up fails.
    const member = { subjects: [subjectOf({ groupIds: [9] })] };
    expect(evaluatePolicy(questionOf(policyOf([...others, ruleOf({ id: 5, effect, groupId: 9 })]), member)).code).toBe(
      "deny.look-up-failed",
    );
  });

  it("RULE-2 an exit is not let out by a rule whose schedule is gone", () => {
    expect(evaluatePolicy(questionOf(policyOf([ruleOf({ scheduleId: 9 })]), exitGate))).toMatchObject({
      isGranted: false,
      code: "deny.look-up-failed",
      reason: 'Rule "Everyone" refers to a schedule that does not exist',
      fix: 'Choose an existing schedule in rule "Everyone"',
    });
  });
});

describe("a capacity of zero", () => {
  const areas = [area(1, null), area(2, 1, 0)];
  it("RULE-5 is always full, for everyone without a quota", () => {
    const policy = policyOf([ruleOf()], { areas });
    expect(evaluatePolicy(questionOf(policy))).toMatchObject({
      code: "deny.area-full",
      reason: "Area 2 is full: 0 of 0 places are taken",
      fix: "Raise the capacity of Area 2, which is 0",
    });
    const withQuota = policyOf([ruleOf({ quota: 1, areaId: 2 })], { areas });
    expect(evaluatePolicy(questionOf(withQuota)).code).toBe("allow.rule");
  });

  it("RULE-1 does not concern a site without rules", () => {
    expect(evaluatePolicy(questionOf(policyOf([], { areas }))).code).toBe("allow.identity");
  });

  it("RULE-5 does not keep a vehicle inside", () => {
    expect(evaluatePolicy(questionOf(policyOf([ruleOf()], { areas }), exitGate)).isGranted).toBe(true);
  });

  it("RULE-5 a quota of zero admits nobody", () => {
    const policy = policyOf([ruleOf({ name: "Guests", quota: 0 })]);
    expect(evaluatePolicy(questionOf(policy))).toMatchObject({
      code: "deny.quota-full",
      fix: 'Raise the quota of rule "Guests", which is 0',
    });
  });
});
