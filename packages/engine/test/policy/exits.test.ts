import { describe, expect, it } from "vitest";
import { decideAccess } from "../../src/access/decide.ts";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";
import { asked, exit, identifier, reservation } from "../question.ts";
import { policyOf, questionOf, ruleOf, subjectOf } from "./any-policy.ts";

const exitGate = {
  direction: "X" as const,
  gate: { id: 2, name: "Gate B", type: "X" as const, fromAreaId: 2, toAreaId: null },
};

describe("an exit", () => {
  const past = new Date("2026-03-01T00:00:00Z");
  const facts = (policy = policyOf([ruleOf()])) => ({
    policy,
    passes: [],
    lists: [],
    presence: null,
    occupancy: new OccupancyCounts(policy.areas),
  });
  const pass = { id: 3, name: "Visitor", source: "Pass", vehicle: "MH12AB1234", validFrom: past, validTo: past };

  it.each([
    [
      "an expired identifier",
      { identifiers: [identifier({ validTo: past })] },
      "Let out: Expired on 2026-03-01T00:00:00.000Z",
    ],
    [
      "a reservation that has expired",
      { reservations: [reservation({ validFrom: past, validTo: past, isForMultipleUse: true })] },
      "Let out: Reservation allowed exit until 2026-03-01T00:00:00.000Z",
    ],
    [
      "a single-use reservation without an entry",
      { reservations: [reservation()] },
      "Let out: Reservation has no entry yet",
    ],
  ])("RULE-2 RULE-4 is let out by %s, and says so", (_title, known, reason) => {
    const { trace } = decideAccess(asked({ ...known, gate: exit, access: facts() }));
    expect(trace).toMatchObject({ isGranted: true, reasonCode: "allow.exit", reason });
  });

  it("RULE-4 a single-use reservation that was used for an exit is used up", () => {
    const reservations = [reservation({ entries: 1, exits: 1 })];
    const { trace } = decideAccess(asked({ reservations, gate: exit, access: facts() }));
    expect(trace).toMatchObject({ isGranted: false, reasonCode: "deny.no-uses", reason: "Reservation already used" });
  });

  it("RULE-5 an expired identifier does not count for the quota of its group", () => {
    const identifiers = [identifier(), identifier({ id: 2, groupIds: [1], validTo: past })];
    expect(decideAccess(asked({ identifiers, access: facts() })).groupIds).toEqual([]);
  });

  it.each([
    ["with rules", [ruleOf()]],
    ["without rules", []],
  ])("PASS-1 is let out by a pass that has expired, %s", (_title, rules) => {
    const access = { ...facts(policyOf(rules)), passes: [{ ...pass, uses: 1, used: 1, gateIds: [] }] };
    expect(decideAccess(asked({ gate: exit, access })).trace).toMatchObject({
      isGranted: true,
      reasonCode: "allow.exit",
      reason: "Let out: Pass expired on 2026-03-01T00:00:00.000Z",
    });
    expect(decideAccess(asked({ access })).trace).toMatchObject({ isGranted: false, reasonCode: "deny.not-valid" });
  });

  it("RULE-2 names a closed rule although another rule is open", () => {
    const policy = policyOf([
      ruleOf({ name: "With tag", factors: "both" }),
      ruleOf({ id: 2, name: "By day", scheduleId: 1 }),
    ]);
    const now = new Date("2026-06-10T16:07:00Z");
    expect(evaluatePolicy(questionOf(policy, { ...exitGate, now }))).toMatchObject({
      code: "allow.exit",
      reason: "Let out: Everyone is allowed until 18:00; it was 18:07",
    });
    expect(evaluatePolicy(questionOf(policy, { ...exitGate, now, hasBothFactors: true }))).toMatchObject({
      code: "allow.rule",
    });
  });

  it("RULE-2 prefers an open rule and a valid identifier, and names the expired one if only that is allowed", () => {
    const subjects = [subjectOf({ id: 1 }), subjectOf({ id: 2, groupIds: [1], invalid: "Expired on Monday" })];
    const open = policyOf([ruleOf({ scheduleId: 2 }), ruleOf({ id: 2 })]);
    expect(evaluatePolicy(questionOf(open, exitGate))).toMatchObject({
      code: "allow.rule",
      option: { rule: { id: 2 } },
    });
    const everyone = evaluatePolicy(questionOf(policyOf([ruleOf()]), { ...exitGate, subjects }));
    expect(everyone).toMatchObject({ code: "allow.rule", option: { subject: { id: 1 } } });
    const contractors = evaluatePolicy(questionOf(policyOf([ruleOf({ groupId: 1 })]), { ...exitGate, subjects }));
    expect(contractors).toMatchObject({ code: "allow.exit", reason: "Let out: Expired on Monday" });
  });
});
