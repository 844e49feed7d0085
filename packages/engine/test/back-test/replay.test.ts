import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failedAspect } from "../../src/access/failed-checks.ts";
import type { RuleInput } from "../../src/policy/policy.ts";
import { anyRules, ruleOf } from "../policy/any-policy.ts";
import { randomRuns } from "../random-runs.ts";
import { backTest, effectOf, recordReads, replayPolicy, type TestLookAlikes, type TestRead } from "./recorded-reads.ts";

const anyReads: fc.Arbitrary<TestRead[]> = fc.array(
  fc.record({
    plate: fc.constantFrom("P1", "P2", "P3", "P4", "P9"),
    gateId: fc.constantFrom(1, 2, 3, 4),
    after: fc.constantFrom(1, 5, 9, 11, 60, 3600, 40_000),
    isTag: fc.boolean(),
    confidence: fc.constantFrom(0.5, 0.9, 0.95),
  }),
  { maxLength: 40 },
);

const anyLookAlikes: fc.Arbitrary<TestLookAlikes> = fc
  .dictionary(
    fc.constantFrom("P1", "P2", "P3", "P4"),
    fc.record({
      requirement: fc.constantFrom("exact-read" as const, "second-factor" as const),
      other: fc.constant("PI"),
    }),
  )
  .map((pairs) => new Map(Object.entries(pairs)));

const everyone = ruleOf();
const contractorsByDay = ruleOf({ id: 2, name: "Contractors by day", groupId: 1, scheduleId: 1 });
const residents = ruleOf({ id: 3, name: "Residents", groupId: 2 });
const entry = (plate: string, after = 60): TestRead => ({ plate, gateId: 1, after });
const exit = (plate: string, after = 60): TestRead => ({ plate, gateId: 2, after });
/** From 08:00 to after the end of the day schedule at 18:00. */
const untilEvening = 11 * 3600;

describe("a back-test", () => {
  it("RULE-9 of the recorded policy changes no decision, and every fact is there", () => {
    fc.assert(
      fc.property(anyRules, anyReads, anyLookAlikes, (rules, reads, lookAlikes) => {
        const recorded = recordReads(rules, reads, lookAlikes);
        const { events, unchanged, removedExits, changes } = backTest(rules, rules, recorded);
        expect(changes).toEqual([]);
        expect([unchanged, removedExits]).toEqual([events, 0]);
      }),
      randomRuns(500),
    );
  });

  it("RULE-9 counts every passage once, whatever the draft is", () => {
    fc.assert(
      fc.property(anyRules, anyRules, anyReads, (rules, draft, reads) => {
        const result = backTest(rules, draft, recordReads(rules, reads));
        const { events, newlyDenied, newlyAllowed, unchanged, undecidable, cells } = result;
        expect(newlyDenied + newlyAllowed + unchanged + undecidable).toBe(events);
        expect(cells.reduce((sum, cell) => sum + cell.events, 0)).toBe(events);
        expect(backTest(rules, draft, recordReads(rules, reads))).toEqual(result);
      }),
      randomRuns(300),
    );
  });

  it("RULE-9 shows every step of both decisions about a changed passage", () => {
    fc.assert(
      fc.property(anyRules, anyRules, fc.option(anyRules), anyReads, (rules, draft, against, reads) => {
        const over = { against: against && replayPolicy(against) };
        const { changes } = backTest(rules, draft, recordReads(rules, reads), over);
        const steps = changes.flatMap(({ before, after }) => [...before.steps, ...after.steps]);
        // A step whose details were left out has no text.
        expect(steps.filter(({ text }) => text === "")).toEqual([]);
      }),
      randomRuns(300),
    );
  });

  it("RULE-9 a denied entry removes its paired exit", () => {
    const reads = [entry("P1", untilEvening), entry("P2"), exit("P1"), exit("P2")];
    const result = backTest([everyone], [contractorsByDay, residents], recordReads([everyone], reads));
    expect(result).toMatchObject({
      events: 3,
      newlyDenied: 1,
      newlyAllowed: 0,
      unchanged: 2,
      removedExits: 1,
      grants: 4,
    });
    expect(result.peaks).toMatchObject([
      { name: "Site", before: 2, after: 1 },
      { name: "Deck 1", before: 2, after: 1 },
    ]);
    expect(result.vehicles).toEqual([{ vehicle: "P1", newlyDenied: 1, newlyAllowed: 0, undecidable: 0 }]);
    expect(result.cells.find(({ newlyDenied }) => newlyDenied > 0)).toMatchObject({ gateId: 1, hour: 19, events: 2 });
    expect(result.ownVehicles).toEqual(["P1"]);
    expect(result.changes).toMatchObject([
      {
        vehicle: "P1",
        result: "newly-denied",
        before: { isGranted: true, reasonCode: "allow.rule" },
        after: {
          isGranted: false,
          reasonCode: "deny.schedule-closed",
          nearestFix: "Contractors are allowed until 18:00; it was 19:00",
        },
      },
    ]);
  });

  it("RULE-9 simulates counts: a denied vehicle leaves room for one that was denied", () => {
    const reads = [entry("P1", untilEvening), entry("P2"), entry("P4"), exit("P2")];
    const result = backTest([everyone], [contractorsByDay, residents], recordReads([everyone], reads));
    expect(result).toMatchObject({ newlyDenied: 1, newlyAllowed: 1, undecidable: 0 });
    expect(result.vehicles.map(({ vehicle }) => vehicle)).toEqual(["P1", "P4"]);
  });

  it("RULE-9 does not guess when a newly allowed vehicle would have left", () => {
    const recorded = recordReads([residents], [entry("P1"), entry("P2"), entry("P4")]);
    expect(recorded.map(({ isGranted }) => isGranted)).toEqual([false, true, true]);
    const result = backTest([residents], [everyone], recorded);
    expect(result).toMatchObject({ newlyAllowed: 1, unchanged: 1, undecidable: 1 });
    expect(result.missingFacts).toEqual([{ text: "When newly allowed vehicles would have left", count: 1 }]);
  });

  it("RULE-9 marks a decision that the recorded rules do not explain as undecidable", () => {
    const [read] = recordReads([everyone], [entry("P1")]);
    const wrong = read ? [{ ...read, isGranted: false }] : [];
    expect(backTest([everyone], [everyone], wrong)).toMatchObject({
      undecidable: 1,
      missingFacts: [{ text: "A fact that the recorded decision used", count: 1 }],
    });
    expect(backTest([everyone], [everyone], wrong, { recordedFor: () => null }).missingFacts).toEqual([
      { text: "The rules of that time", count: 1 },
    ]);
  });

  it("RULE-9 treats the two reads of a second factor as one passage", () => {
    const reads = [entry("P1"), { plate: "P1", gateId: 1, after: 3, isTag: true }];
    const both = ruleOf({ factors: "both" });
    expect(backTest([everyone], [both], recordReads([everyone], reads))).toMatchObject({ events: 1, unchanged: 1 });
    expect(backTest([both], [everyone], recordReads([both], reads))).toMatchObject({ events: 1, unchanged: 1 });
    expect(backTest([everyone], [both], recordReads([everyone], reads.slice(0, 1)))).toMatchObject({ newlyDenied: 1 });
  });

  it("RULE-9 RULE-10 keeps the recorded requirement of a look-alike plate, whatever the rules are", () => {
    const pairs: TestLookAlikes = new Map([["P1", { requirement: "exact-read", other: "PI" }]]);
    const reads = [
      { ...entry("P1"), confidence: 0.5 },
      { ...entry("P1"), confidence: 0.95 },
    ];
    const recorded = recordReads([everyone], reads, pairs);
    expect(recorded.map(({ isGranted }) => isGranted)).toEqual([false, true]);
    expect(backTest([everyone], [ruleOf({ id: 9 })], recorded)).toMatchObject({ events: 2, unchanged: 2 });
  });

  it("RULE-9 RULE-10 uses the present requirement where the recorded decision ended before it", () => {
    const pairs: TestLookAlikes = new Map([["P1", { requirement: "exact-read", other: "PI" }]]);
    const reads = [
      { ...entry("P1"), confidence: 0.5 },
      { ...entry("P1"), confidence: 0.95 },
    ];
    const recorded = recordReads([residents], reads, pairs);
    expect(recorded.map(({ isGranted }) => isGranted)).toEqual([false, false]);
    expect(backTest([residents], [everyone], recorded)).toMatchObject({ unchanged: 1, newlyAllowed: 1 });
  });

  it("RULE-9 starts with the vehicles that were inside already", () => {
    const recorded = recordReads([everyone], [entry("P1")]);
    const inside = [
      { vehicle: "P2", areaId: 2, groupIds: [2] },
      { vehicle: "P4", areaId: 2, groupIds: [2] },
    ];
    expect(backTest([everyone], [everyone], recorded, { inside })).toMatchObject({ undecidable: 1 });
    const wasFull = recorded.map((read) => ({ ...read, isGranted: false }));
    expect(backTest([everyone], [everyone], wasFull, { inside })).toMatchObject({ unchanged: 1 });
  });

  it("RULE-9 compares two policies with each other", () => {
    const recorded = recordReads([everyone], [entry("P1", untilEvening), entry("P2"), exit("P1"), exit("P2")]);
    const against = replayPolicy([contractorsByDay, residents]);
    expect(backTest([everyone], [everyone], recorded, { against })).toMatchObject({ newlyAllowed: 1, newlyDenied: 0 });
    expect(backTest([everyone], [contractorsByDay, residents], recorded, { against })).toMatchObject({
      events: 3,
      unchanged: 3,
      removedExits: 1,
    });
  });

  it("RULE-9 keeps what an override decided", () => {
    const recorded = recordReads([everyone], [entry("P1")]).map((read) => ({
      ...read,
      isGranted: false,
      reasonCode: "deny.lockdown" as const,
    }));
    expect(backTest([everyone], [residents], recorded)).toMatchObject({ unchanged: 1, undecidable: 0 });
  });

  it.each([
    ["Pass already used", "uses"],
    ["Reservation already used", "uses"],
    ["Reservation has no entry yet", "entry"],
    ["Plate differs", "match"],
    ["Pass is not valid at this gate", "match"],
    ["Vehicle type Car is not allowed for tags", "match"],
    ["Expired on 10 March 2026", "date"],
  ])("RULE-9 recognises the recorded check %s", (text, aspect) => {
    expect(failedAspect(text)).toBe(aspect);
  });
});

describe("the effect of one rule", () => {
  const reads = [entry("P1"), exit("P1"), entry("P2"), exit("P2"), entry("P1", untilEvening)];
  const without = { code: "allow.rule", isGranted: true };

  it.each<[string, Partial<RuleInput>, number, [string, string][], [number, number, number]]>([
    ["an allow rule behind a broader one", {}, 0, [["allow", "Everyone"]], [3, 3, 2]],
    ["a deny rule without a window", { effect: "deny", scheduleId: 2 }, 0, [], [3, 2, 0]],
    ["a deny rule at another gate", { effect: "deny", gateIds: [3] }, 0, [], [3, 0, 0]],
    ["a deny rule that matches", { effect: "deny" }, 1, [], [2, 2, 1]],
    ["a denial outside times", { effect: "deny", times: "outside" }, 1, [], [3, 2, 1]],
    ["a stricter allow rule", { factors: "both" }, 0, [["allow", "Everyone"]], [3, 3, 2]],
  ])("RULE-9 %s is counted, and what decides without it", (_title, over, differing, broader, matched) => {
    const effect = effectOf([everyone], { ...contractorsByDay, ...over }, reads);
    expect(effect).toMatchObject({ differing });
    expect(effect.broader.map(({ effect: kind, name }) => [kind, name])).toEqual(broader);
    expect([effect.ofGroup, effect.atGates, effect.inTime]).toEqual(matched);
    expect(effect.decidedBy).toEqual(matched[2] === 0 ? [] : [{ ...without, rule: "Everyone", passages: matched[2] }]);
  });

  it.each<[string, RuleInput, Partial<RuleInput>, number]>([
    ["a denial for everyone", ruleOf({ id: 4, effect: "deny", direction: "N" }), { direction: "N" }, 1],
    ["a denial that closes no exit", ruleOf({ id: 4, effect: "deny" }), { direction: null }, 0],
    ["a rule of another group", residents, {}, 0],
    ["a rule of another schedule", ruleOf({ id: 4, scheduleId: 2 }), {}, 0],
    ["a rule of an area around its own", ruleOf({ id: 4, areaId: 1 }), { areaId: 2 }, 1],
    ["a rule of an area inside its own", ruleOf({ id: 4, areaId: 2 }), { areaId: 1 }, 0],
    ["a rule that requires both factors", ruleOf({ id: 4, factors: "both" }), {}, 0],
    ["a rule with a hard anti-passback", ruleOf({ id: 4, antiPassback: "hard" }), {}, 0],
    ["a rule that ends before", ruleOf({ id: 4, validTo: new Date(0) }), {}, 0],
    ["any rule beside a quota", ruleOf({ id: 4 }), { quota: 3 }, 0],
    [
      "any rule beside one of an area that is missing",
      ruleOf({ id: 4, effect: "deny" }),
      { effect: "deny", areaId: 9 },
      0,
    ],
  ])("RULE-9 %s replaces a rule or not", (_title, other, over, count) => {
    expect(effectOf([other], { ...contractorsByDay, ...over }, []).broader).toHaveLength(count);
  });

  it("RULE-9 a broader rule really makes a rule change nothing, whatever comes", () => {
    fc.assert(
      fc.property(anyRules, anyReads, (rules, reads) => {
        const [rule = everyone, ...others] = rules.toReversed();
        const { broader, differing } = effectOf(others, rule, reads);
        expect(broader.length === 0 || differing === 0).toBe(true);
      }),
      randomRuns(500),
    );
  });
});
