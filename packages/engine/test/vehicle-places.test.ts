import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { approachMs, type GateMoment, placeVehicles, type ReadAtGate } from "../src/passage/vehicle-places.ts";

const nowMs = 1_000_000;
const gate: GateMoment = { nowMs, passageMs: 10_000, maxWaitMs: 600_000, loop: null, countedAtMs: [] };

/** Reads of plates, each so many seconds ago. */
const reads = (...plates: readonly (readonly [text: string, secondsAgo: number, over?: Partial<ReadAtGate>])[]) =>
  plates.map(
    ([text, secondsAgo, over], index): ReadAtGate => ({
      eventId: index + 1,
      text,
      atMs: nowMs - secondsAgo * 1_000,
      isGranted: false,
      openedAtMs: null,
      ...over,
    }),
  );
const occupied = (secondsAgo: number, freedSecondsAgo?: number) => ({
  isOccupied: true,
  sinceMs: nowMs - secondsAgo * 1_000,
  freedAtMs: freedSecondsAgo === undefined ? null : nowMs - freedSecondsAgo * 1_000,
});
const freed = (secondsAgo: number) => ({
  isOccupied: false,
  sinceMs: nowMs - secondsAgo * 1_000,
  freedAtMs: nowMs - secondsAgo * 1_000,
});
const ago = (seconds: number) => nowMs - seconds * 1_000;

/** Why each event's vehicle is away, in the order of the events. */
const awayOf = (events: readonly ReadAtGate[], over: Partial<GateMoment> = {}) => {
  const places = placeVehicles(events, { ...gate, ...over });
  return events.map(({ eventId }) => places.get(eventId)?.away);
};

describe("the vehicle at the barrier", () => {
  it.each([
    ["without a loop is the one that was read last", reads(["AAA111", 118], ["BBB222", 3]), {}, ["newer", null]],
    [
      "without a loop is the one that was read again",
      reads(["AAA111", 60], ["BBB222", 30], ["AAA111", 3]),
      {},
      [null, "newer", null],
    ],
    [
      "is not the one that was counted behind the barrier",
      reads(["AAA111", 60]),
      { countedAtMs: [ago(30)] },
      ["passage"],
    ],
    [
      "is one that was read after the count",
      reads(["AAA111", 60], ["BBB222", 3]),
      { countedAtMs: [ago(30)] },
      ["passage", null],
    ],
    [
      "stays when the vehicle before is counted",
      reads(["AAA111", 9, { isGranted: true, openedAtMs: ago(9) }], ["BBB222", 5]),
      { countedAtMs: [ago(3)] },
      ["passage", null],
    ],
    ["is not the one that was let in some time ago", reads(["AAA111", 60, { openedAtMs: ago(30) }]), {}, ["passage"]],
    ["is not one that was read long ago", reads(["AAA111", 601]), {}, ["old"]],
    [
      "is not one that was read long ago, before a newer one",
      reads(["AAA111", 601], ["BBB222", 40]),
      {},
      ["newer", null],
    ],
    [
      "with a loop is the first one that was read since it is occupied",
      reads(["AAA111", 118], ["BBB222", 8], ["CCC333", 3]),
      { loop: occupied(10, 60) },
      ["loop", null, "behind"],
    ],
    [
      "with a loop may have been read just before it drove onto it",
      reads(["AAA111", 12], ["BBB222", 3]),
      { loop: occupied(10, 60) },
      [null, "behind"],
    ],
    [
      "with a loop stays while others are read behind it, however long it waits",
      reads(["AAA111", 900], ["BBB222", 3]),
      { loop: occupied(901) },
      [null, "behind"],
    ],
    [
      "with a loop is none that was read before it was last free",
      reads(["AAA111", 12]),
      { loop: occupied(9, 11) },
      ["loop"],
    ],
    [
      "with a loop is none that was read long before it was occupied",
      reads(["AAA111", 20]),
      { loop: occupied(10) },
      ["loop"],
    ],
    [
      "is none that was read before the loop became free",
      reads(["AAA111", 20], ["BBB222", 15]),
      { loop: freed(10) },
      ["loop", "loop"],
    ],
    [
      "is approaching if it was read since the loop is free",
      reads(["AAA111", 20], ["BBB222", 5], ["CCC333", 3]),
      { loop: freed(10) },
      ["loop", "newer", null],
    ],
  ] as const)("OPS-3 %s", (_, events, over, expected) => {
    expect(awayOf(events, over)).toEqual(expected);
  });

  const text = fc.constantFrom("AAA111", "BBB222", "CCC333", "DDD444", "B8B222", "AAA11", "E2000L01");
  const aRead = fc.record({
    text,
    atMs: fc.integer({ min: nowMs - 700_000, max: nowMs }),
    isGranted: fc.boolean(),
    openedAtMs: fc.option(fc.integer({ min: nowMs - 700_000, max: nowMs })),
  });
  const someReads = fc
    .array(aRead, { maxLength: 12 })
    .map((list) => list.map((read, index) => ({ eventId: index + 1, ...read })));
  const aLoop = fc.record({
    isOccupied: fc.boolean(),
    sinceMs: fc.integer({ min: nowMs - 700_000, max: nowMs }),
    freedAtMs: fc.option(fc.integer({ min: nowMs - 700_000, max: nowMs })),
  });
  const someCounts = fc.array(fc.integer({ min: nowMs - 700_000, max: nowMs }), { maxLength: 3 });
  const isAt = (events: readonly ReadAtGate[], moment: GateMoment) => {
    const places = placeVehicles(events, moment);
    return events.filter(({ eventId }) => places.get(eventId)?.away === null);
  };
  const cardsOf = (events: readonly ReadAtGate[], moment: GateMoment) => {
    const places = placeVehicles(events, moment);
    return new Set(isAt(events, moment).map(({ eventId }) => places.get(eventId)?.cardId));
  };

  it("OPS-3 without a loop, whatever happened, is none but that of the last read", () => {
    fc.assert(
      fc.property(someReads, someCounts, (events, countedAtMs) => {
        const lastMs = Math.max(...events.map(({ atMs }) => atMs));
        const at = isAt(events, { ...gate, countedAtMs });
        return at.length === 0 || at.some(({ atMs }) => atMs === lastMs);
      }),
    );
  });

  it("OPS-3 with an occupied loop, whatever happened, was read since then or just before, and not before it was free", () => {
    fc.assert(
      fc.property(someReads, someCounts, aLoop, (events, countedAtMs, loop) => {
        const moment = { ...gate, countedAtMs, loop: { ...loop, isOccupied: true } };
        const at = isAt(events, moment);
        const isSince = (atMs: number) => atMs >= loop.sinceMs - approachMs && atMs > (loop.freedAtMs ?? 0);
        return at.length === 0 || at.some(({ atMs }) => isSince(atMs));
      }),
    );
  });

  it("OPS-3 is one vehicle at most, and the order in which events are loaded does not matter", () => {
    fc.assert(
      fc.property(someReads, someCounts, fc.option(aLoop), (events, countedAtMs, loop) => {
        const moment = { ...gate, countedAtMs, loop };
        const plates = new Set(isAt(events, moment).map(({ text: read }) => read));
        const areOne = [...plates].every((one) => [...plates].every((other) => one.slice(0, 1) === other.slice(0, 1)));
        expect(placeVehicles(events.toReversed(), moment)).toEqual(placeVehicles(events, moment));
        return areOne;
      }),
    );
  });

  it("OPS-3 is none after a passage that nothing opened for, or once the loop is free, until the next read", () => {
    fc.assert(
      fc.property(someReads, (events) => {
        const unopened = events.map((read) => ({ ...read, openedAtMs: null }));
        expect(isAt(unopened, { ...gate, countedAtMs: [nowMs] })).toEqual([]);
        expect(isAt(events, { ...gate, loop: freed(0) })).toEqual([]);
        const next = { eventId: 99, text: "NEXT99", atMs: nowMs + 1, isGranted: false, openedAtMs: null };
        return cardsOf([...unopened, next], { ...gate, countedAtMs: [nowMs], nowMs: nowMs + 1 }).has(99);
      }),
    );
  });
});

describe("a second plate of a vehicle", () => {
  const cards = (events: readonly ReadAtGate[]) => {
    const places = placeVehicles(events, gate);
    return events.map(({ eventId }) => [places.get(eventId)?.cardId, places.get(eventId)?.alsoRead]);
  };

  it("OPS-3 joins its card if it looks alike and follows at once", () => {
    expect(cards(reads(["KA01AB1234", 5], ["KA01A81234", 4], ["KA01AB123", 3]))).toEqual([
      [1, ["KA01A81234", "KA01AB123"]],
      [1, ["KA01A81234", "KA01AB123"]],
      [1, ["KA01A81234", "KA01AB123"]],
    ]);
  });

  it("OPS-3 takes over the card if it was granted", () => {
    expect(cards(reads(["KA01A81234", 5], ["KA01AB1234", 4, { isGranted: true }]))).toEqual([
      [2, ["KA01A81234"]],
      [2, ["KA01A81234"]],
    ]);
  });

  it.each([
    ["differs in characters that don't look alike", reads(["KA01AB1234", 5], ["KA01AB1235", 4])],
    ["follows later", reads(["KA01AB1234", 30], ["KA01A81234", 4])],
    ["follows another vehicle", reads(["KA01AB1234", 5], ["TN09XX7777", 4], ["KA01A81234", 3])],
  ])("OPS-3 is another vehicle if it %s", (_, events) => {
    expect(cards(events).map(([cardId]) => cardId)).toEqual(events.map(({ eventId }) => eventId));
  });

  it("OPS-3 a repeated read has a card of its own", () => {
    expect(cards(reads(["KA01AB1234", 30], ["KA01AB1234", 4]))).toEqual([
      [1, []],
      [2, []],
    ]);
  });
});
