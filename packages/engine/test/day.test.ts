import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plates, type SiteEvent, SiteRun } from "./site.ts";

const morning = Date.UTC(2026, 2, 10, 8);
const way = fc.constantFrom("N" as const, "X" as const);
const passing = fc.record({
  kind: fc.constant("read" as const),
  gate: way,
  plate: fc.constantFrom(...plates),
  by: fc.constantFrom("LICENSE_PLATE" as const, "RFID" as const),
});
const counting = fc.record({
  kind: fc.constant("count" as const),
  direction: fc.option(way),
  vehicleClass: fc.option(fc.constantFrom("2w" as const, "4w" as const)),
  count: fc.integer({ min: 0, max: 3 }),
});
const filling = fc.record({
  kind: fc.constant("slots" as const),
  slots: fc.array(
    fc.record({
      name: fc.constantFrom("A1", "A2", "Z9"),
      state: fc.constantFrom("free" as const, "occupied" as const, "error" as const),
    }),
    { maxLength: 3 },
  ),
});
const pulsing = fc.record({ kind: fc.constant("loop" as const) });

/** Events a few seconds apart, some late or in the future, in order of arrival. */
const dayOf = <DeviceMessage extends object>(
  messages: fc.Arbitrary<DeviceMessage>,
  delaySeconds: fc.Arbitrary<number> = fc.constantFrom(0, 0, 0, 20, 40, -40),
) =>
  fc.array(fc.tuple(messages, fc.integer({ min: 1, max: 8 }), delaySeconds), { maxLength: 40 }).map((events) => {
    let seconds = 0;
    return events
      .map(([event, gap, delay], index) => {
        seconds += gap;
        const at = new Date(morning + seconds * 1000);
        return { ...event, id: index + 1, at, receivedAt: new Date(at.getTime() + delay * 1000) };
      })
      .toSorted((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime() || one.id - other.id);
  });

const day: fc.Arbitrary<SiteEvent[]> = dayOf(fc.oneof(passing, counting, filling, pulsing));

function play(events: readonly SiteEvent[]): SiteRun {
  const site = new SiteRun();
  for (const event of events) site.receive(event);
  return site;
}

const stateOf = ({ counts, sent }: SiteRun) => ({ counts, sent: sent.toSorted((a, b) => a.eventId - b.eventId) });

describe("a day", () => {
  it("ENG-4 ENG-3 gives the same counts when replayed", () => {
    fc.assert(
      fc.property(day, (events) => {
        expect(stateOf(play(events))).toEqual(stateOf(play(events)));
      }),
    );
  });

  it("ENG-4 counts and opens once when sent twice, as a whole or event by event", () => {
    fc.assert(
      fc.property(day, (events) => {
        const once = stateOf(play(events));
        expect(stateOf(play([...events, ...events]))).toEqual(once);
        expect(stateOf(play(events.flatMap((event) => [event, event])))).toEqual(once);
      }),
    );
  });

  it("ENG-3 ENG-4 of counts, pulses and slots gives the same values in any order of arrival", () => {
    const delays = fc.constantFrom(0, 20, 40);
    const counted: fc.Arbitrary<SiteEvent[]> = dayOf(fc.oneof(counting, filling, pulsing), delays);
    const evening = morning + 36_000_000;
    const inAnyOrder = (events: SiteEvent[]) =>
      fc
        .shuffledSubarray(events, { minLength: events.length })
        .map((mixed) => mixed.map((event, index) => ({ ...event, receivedAt: new Date(evening + index) })));
    const shuffled = counted.chain((events) => fc.tuple(fc.constant(events), inAnyOrder(events)));
    fc.assert(
      fc.property(shuffled, ([events, mixed]) => {
        expect(play(mixed).counts).toEqual(play(events).counts);
      }),
    );
  });

  it("ENG-1 admits a single-use reservation once in and once out", () => {
    fc.assert(
      fc.property(dayOf(passing), (events) => {
        const { uses } = play(events).counts;
        expect(Math.max(uses.N, uses.X)).toBeLessThanOrEqual(1);
        expect(uses.X).toBeLessThanOrEqual(uses.N);
      }),
    );
  });

  it("ENG-1 opens a gate at most once per vehicle and time window, and never for an unregistered vehicle", () => {
    fc.assert(
      fc.property(dayOf(passing), (events) => {
        const { sent } = play(events);
        const again = sent.filter((one) =>
          sent.some(
            (other) =>
              one.eventId < other.eventId &&
              one.vehicle === other.vehicle &&
              one.target.id === other.target.id &&
              Math.abs(one.at.getTime() - other.at.getTime()) <= 10_000,
          ),
        );
        expect(again).toEqual([]);
        expect(sent.filter(({ vehicle }) => vehicle === "STRANGER")).toEqual([]);
      }),
    );
  });

  it.each([40, -40])("ENG-4 that arrives %i seconds after its own time opens nothing", (delay) => {
    fc.assert(
      fc.property(dayOf(passing, fc.constant(delay)), (events) => {
        expect(play(events).sent).toEqual([]);
      }),
    );
  });
});

describe("two unrelated events", () => {
  const atEntry = passing.map((event) => ({ ...event, gate: "N" as const, plate: "KNOWN" as const }));
  const elsewhere = fc.oneof(
    passing.map((event) => ({ ...event, gate: "X" as const, plate: "BOOKED" as const })),
    counting,
    filling,
    pulsing,
  );

  it("ENG-1 ENG-3 give the same result in either order", () => {
    const delay = fc.constantFrom(0, 20, 40);
    const pair = fc.tuple(day, atEntry, elsewhere, delay, delay);
    fc.assert(
      fc.property(pair, ([before, first, second, firstDelay, secondDelay]) => {
        const at = new Date(morning + 400_000);
        const received = (seconds: number) => new Date(at.getTime() + seconds * 1000);
        const one: SiteEvent = { ...first, id: 1001, at, receivedAt: received(firstDelay) };
        const other: SiteEvent = { ...second, id: 1002, at, receivedAt: received(secondDelay) };
        expect(stateOf(play([...before, one, other]))).toEqual(stateOf(play([...before, other, one])));
      }),
    );
  });
});
