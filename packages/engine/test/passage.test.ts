import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type GateRead, joinPassage, type PastDecision } from "../src/passage/passage.ts";

const second = (seconds: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, 0) + seconds * 1000);
const past = (over: Partial<PastDecision> = {}): PastDecision => ({
  eventId: 1,
  vehicle: "A",
  at: second(0),
  isGranted: true,
  ...over,
});
const read = (over: Partial<GateRead> = {}): GateRead => ({ vehicle: "A", at: second(3), isGranted: true, ...over });
const passageSeconds = 10;

describe("one passage is one decision", () => {
  it.each([
    ["granted and granted again", true, true, false],
    ["granted, then denied because the single use is used up", true, false, false],
    ["denied and still denied", false, false, false],
    ["denied and now granted", false, true, true],
  ])("ENG-1 %s", (_case, wasGranted, isGranted, isNew) => {
    const passage = joinPassage([past({ isGranted: wasGranted })], read({ isGranted }), passageSeconds);
    expect(passage.isNew).toBe(isNew);
  });

  it.each([
    ["at the end of the window", { at: second(10) }, false],
    ["after the window", { at: second(10.001) }, true],
    ["decided in the other order", { at: second(-3) }, false],
    ["of another vehicle", { vehicle: "B" }, true],
  ])("ENG-1 a read %s", (_case, over, isNew) => {
    expect(joinPassage([past()], read(over), passageSeconds).isNew).toBe(isNew);
  });

  it("ENG-1 joins the grant rather than a denial, and the latest of several", () => {
    const decisions = [
      past({ eventId: 1, isGranted: false, at: second(1) }),
      past({ eventId: 2, at: second(1) }),
      past({ eventId: 3, at: second(2) }),
      past({ eventId: 4, isGranted: false, at: second(3) }),
    ];
    expect(joinPassage(decisions, read(), passageSeconds)).toMatchObject({ isNew: false, eventId: 3 });
  });
});

const stream = fc.array(
  fc.record({
    vehicle: fc.constantFrom("A", "B", ""),
    at: fc.integer({ min: 0, max: 60_000 }).map((ms) => second(ms / 1000)),
    isGranted: fc.boolean(),
  }),
  { maxLength: 40 },
);

/** The reads that started a passage, in order of arrival. */
function decisionsOf(reads: readonly GateRead[]): PastDecision[] {
  const decided: PastDecision[] = [];
  reads.forEach((next, index) => {
    const { isNew } = joinPassage(decided, next, passageSeconds);
    if (isNew) decided.push({ ...next, eventId: index + 1 });
  });
  return decided;
}

const isTooClose = (one: PastDecision, other: PastDecision) =>
  one.eventId !== other.eventId &&
  one.vehicle === other.vehicle &&
  Math.abs(one.at.getTime() - other.at.getTime()) <= passageSeconds * 1000;

describe("any stream of reads", () => {
  it("ENG-1 opens at most once per vehicle and time window, in any order of arrival", () => {
    fc.assert(
      fc.property(stream, (reads) => {
        const opened = decisionsOf(reads).filter(({ isGranted }) => isGranted);
        expect(opened.filter((one) => opened.some((other) => isTooClose(one, other)))).toEqual([]);
      }),
    );
  });

  it("ENG-1 opens for every granted vehicle, unless the gate has just opened for it", () => {
    fc.assert(
      fc.property(stream, (reads) => {
        const opened = decisionsOf(reads).filter(({ isGranted }) => isGranted);
        const isServed = (next: GateRead) =>
          opened.some(
            (one) => one.vehicle === next.vehicle && Math.abs(one.at.getTime() - next.at.getTime()) <= 10_000,
          );
        expect(reads.filter((next) => next.isGranted && !isServed(next))).toEqual([]);
      }),
    );
  });

  it("ENG-1 has the same result for any order of past decisions", () => {
    const decisions = fc.array(
      fc.record({
        vehicle: fc.constantFrom("A", "B"),
        at: fc.integer({ min: 0, max: 20 }).map(second),
        isGranted: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(decisions, fc.boolean(), (decided, isGranted) => {
        const numbered = decided.map((decision, index) => ({ ...decision, eventId: index + 1 }));
        const next = read({ at: second(9), isGranted });
        expect(joinPassage(numbered.toReversed(), next, passageSeconds)).toEqual(
          joinPassage(numbered, next, passageSeconds),
        );
      }),
    );
  });
});
