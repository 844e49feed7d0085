import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideAccess } from "../../src/access/decide.ts";
import { evaluatePolicy } from "../../src/policy/evaluate.ts";
import type { RuleQuestion } from "../../src/policy/evaluation.ts";
import { OccupancyCounts } from "../../src/policy/presence.ts";
import { isRuleOpen } from "../../src/policy/rule-time.ts";
import { toLocalTime } from "../../src/policy/schedule.ts";
import { anyQuestion } from "../any-question.ts";
import { identifier } from "../question.ts";
import { randomRuns } from "../random-runs.ts";
import { anyRule, anyRules, anySituation, policyOf } from "./any-policy.ts";

const localOf = ({ now, policy }: RuleQuestion) => toLocalTime(now, policy.timeZone);
const runs = randomRuns(3000);

describe("any policy", () => {
  it("RULE-1 without rules decides as without areas, presence and occupancy", () => {
    const policy = policyOf([]);
    const presence = fc.constantFrom(null, { areaId: 2, since: new Date(0), isForgiven: false });
    const vehicles = fc.integer({ min: 0, max: 3 });
    const areaId = fc.constantFrom(null, 1, 2);
    const tag = { type: "RFID", raw: "E200", normalized: "E200" } as const;
    const otherFactor = fc.constantFrom(null, {
      read: tag,
      identifiers: [identifier({ id: 99 })],
      reservations: [],
      passes: [],
    });
    const facts = fc.record({ presence, vehicles, otherFactor, fromAreaId: areaId, toAreaId: areaId });
    fc.assert(
      fc.property(anyQuestion, facts, (question, given) => {
        const occupancy = new OccupancyCounts(policy.areas);
        for (let count = 0; count < given.vehicles; count++) occupancy.move(null, 2, []);
        const access = { ...given, policy, occupancy, passes: [], lists: [] };
        const gate = question.gate && { ...question.gate, ...given };
        const { trace, grant, ...decision } = decideAccess({ ...question, gate, access });
        const none = { presence: null, otherFactor: null, occupancy: new OccupancyCounts(policy.areas) };
        const before = decideAccess({ ...question, access: { ...access, ...none } });
        expect(trace).toMatchObject(before.trace);
        expect([decision.isGranted, decision.status, decision.direction, decision.vehicle, grant]).toEqual([
          before.isGranted,
          before.status,
          before.direction,
          before.vehicle,
          before.grant,
        ]);
      }),
      runs,
    );
  });

  it("RULE-9 decides the same without the details of passed steps", () => {
    fc.assert(
      fc.property(anyRules, anySituation, (rules, situation) => {
        const question = situation(policyOf(rules));
        const { steps, ...traced } = evaluatePolicy(question);
        const { steps: fewer, ...untraced } = evaluatePolicy({ ...question, isTraced: false });
        expect(untraced).toEqual(traced);
        expect(fewer.filter(({ isPassed }) => !isPassed)).toEqual(steps.filter(({ isPassed }) => !isPassed));
      }),
      runs,
    );
  });

  it("RULE-2 a further deny rule never grants", () => {
    fc.assert(
      fc.property(anyRules, anyRule, anySituation, (rules, added, situation) => {
        const more = [...rules, { ...added, effect: "deny" as const, id: 99, mode: "enforced" as const }];
        const before = evaluatePolicy(situation(policyOf(rules)));
        const after = evaluatePolicy(situation(policyOf(more)));
        expect(after.isGranted && !before.isGranted).toBe(false);
      }),
      runs,
    );
  });

  it("RULE-2 a further allow rule never denies", () => {
    fc.assert(
      fc.property(anyRules, anyRule, anySituation, (rules, added, situation) => {
        const more = [...rules, { ...added, effect: "allow" as const, id: 99, mode: "enforced" as const }];
        const before = evaluatePolicy(situation(policyOf(rules)));
        const after = evaluatePolicy(situation(policyOf(more)));
        expect(before.isGranted && !after.isGranted).toBe(false);
      }),
      runs,
    );
  });

  it("RULE-9 rules in shadow mode or switched off decide nothing", () => {
    fc.assert(
      fc.property(
        anyRules,
        anyRule,
        fc.constantFrom("shadow", "off"),
        anySituation,
        (rules, added, mode, situation) => {
          const more = [...rules, { ...added, id: 99, mode: mode as "shadow" | "off" }];
          const { shadow: _, ...before } = evaluatePolicy(situation(policyOf(rules)));
          const { shadow, ...after } = evaluatePolicy(situation(policyOf(more)));
          expect(after).toEqual(before);
          expect(mode === "off" ? shadow : []).toEqual([]);
        },
      ),
      runs,
    );
  });

  it("RULE-8 evaluates the same question to the same result, with a code, steps and a fix for each denial", () => {
    fc.assert(
      fc.property(anyRules, anySituation, (rules, situation) => {
        const question = situation(policyOf(rules));
        const result = evaluatePolicy(question);
        expect(evaluatePolicy(question)).toEqual(result);
        expect(result.code.startsWith(result.isGranted ? "allow." : "deny.")).toBe(true);
        expect(result.steps.length).toBeGreaterThan(0);
        expect(result.fix === null).toBe(result.isGranted);
        expect(result.steps.at(-1)?.isPassed).toBe(result.isGranted);
      }),
      runs,
    );
  });

  it("RULE-2 a granted exit names a closed rule or an expired identifier exactly if it needed one", () => {
    const invalid = "Expired on 2026-06-09";
    fc.assert(
      fc.property(anyRules, anySituation, fc.boolean(), (rules, situation, isExpired) => {
        const question = { ...situation(policyOf(rules)), direction: "X" as const };
        const subjects = question.subjects.map((subject) => ({ ...subject, invalid: isExpired ? invalid : null }));
        const { isGranted, option, reason } = evaluatePolicy({ ...question, subjects });
        expect(reason.includes(invalid)).toBe(isGranted && option !== null && isExpired);
        const isOpen = option?.rule ? isRuleOpen(option.rule, { ...question, local: localOf(question) }) : true;
        expect(/; it was |is not open within/.test(reason)).toBe(isGranted && !isOpen);
      }),
      runs,
    );
  });

  it("RULE-2 never denies an exit for its time, expiry, capacity or presence", () => {
    const never = ["deny.schedule-closed", "deny.area-full", "deny.quota-full", "deny.passback", "deny.list"];
    fc.assert(
      fc.property(anyRules, anySituation, (rules, situation) => {
        const question = { ...situation(policyOf(rules)), direction: "X" as const };
        expect(never).not.toContain(evaluatePolicy(question).code);
      }),
      runs,
    );
  });
});
