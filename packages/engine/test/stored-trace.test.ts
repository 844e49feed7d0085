import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideAccess } from "../src/access/decide.ts";
import { unpackTrace, withStoredTrace } from "../src/decision/stored-trace.ts";
import { OccupancyCounts } from "../src/policy/presence.ts";
import { anyQuestion } from "./any-question.ts";
import { anyRules, anySituation, policyOf } from "./policy/any-policy.ts";
import { randomRuns } from "./random-runs.ts";

/** As the database returns it. */
const store = (trace: DecisionTrace) => JSON.parse(JSON.stringify(withStoredTrace({ trace }).trace));
const asJson = (trace: DecisionTrace): unknown => JSON.parse(JSON.stringify(trace));

const anyTrace = fc.tuple(anyQuestion, fc.option(fc.tuple(anyRules, anySituation))).map(([question, given]) => {
  if (!given) return decideAccess(question).trace;
  const [rules, situation] = given;
  const policy = policyOf(rules);
  const { lists, presence, lookAlike } = situation(policy);
  const access = { policy, lists, presence, lookAlike, occupancy: new OccupancyCounts(policy.areas), passes: [] };
  return decideAccess({ ...question, access }).trace;
});

describe("a stored trace", () => {
  it("RULE-8 is read back as it was decided", () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        expect(unpackTrace(store(trace))).toEqual(asJson(trace));
      }),
      randomRuns(2000),
    );
  });

  it("RULE-8 of an earlier version, which has every field, is read as it is", () => {
    fc.assert(
      fc.property(anyTrace, (trace) => {
        const earlier = JSON.parse(JSON.stringify(trace));
        expect(unpackTrace(earlier)).toEqual(earlier);
      }),
      randomRuns(500),
    );
  });

  it("RULE-8 has the values of identity and rules without the names of their facts", () => {
    const time = { localTime: "2026-11-16 09:30", timeZone: "UTC" };
    const trace: DecisionTrace = {
      read: null,
      direction: "N",
      checks: [],
      candidates: [],
      isGranted: true,
      reason: "",
      steps: [
        { step: "identity", text: "Known as identifier P1", isPassed: true, facts: { groups: "Staff", ...time } },
        {
          step: "allow-rules",
          text: 'Rule "Day" allows Staff',
          isPassed: true,
          facts: { considered: 2, open: 1, ...time, rule: 7, window: "06:00–18:00" },
        },
      ],
    };
    expect(store(trace).steps).toEqual([
      ["identity", "Known as identifier P1", "Staff", "2026-11-16 09:30", "UTC"],
      ["allow-rules", 'Rule "Day" allows Staff', 2, 1, 7, "06:00-18:00"],
    ]);
    expect(unpackTrace(store(trace))).toEqual(trace);
  });

  it("RULE-8 names the steps in which nothing stood out, in their order", () => {
    const { steps } = store({
      read: null,
      direction: "N",
      checks: [
        { text: "ANPR Access Control is active", isPassed: true },
        { text: "Read at gate North", isPassed: true },
      ],
      candidates: [],
      isGranted: true,
      reason: "",
      steps: [
        { step: "gate", text: "Read at gate North", isPassed: true, facts: {} },
        { step: "identity", text: "Known as identifier P1", isPassed: true, facts: { groups: null } },
        { step: "capacity", text: "No area is full", isPassed: true, facts: { Deck: "1 of 2" } },
        { step: "uses", text: "Pass already used", isPassed: false, facts: {} },
      ],
    });
    expect(steps).toEqual([
      "gate",
      { step: "identity", text: "Known as identifier P1", facts: { groups: null } },
      { step: "capacity", facts: { Deck: "1 of 2" } },
      { step: "uses", text: "Pass already used", isPassed: false, facts: {} },
    ]);
  });
});
