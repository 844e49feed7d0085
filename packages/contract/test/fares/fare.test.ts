import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fareOf, type Rates } from "../../src/fares/fare.ts";

const berlin = "Europe/Berlin";
const hourly: Rates = {
  freeMinutes: 0,
  steps: [{ fromMinute: 0, periodMinutes: 60, price: 200 }],
  dailyCap: null,
  night: null,
};
/** The first hour costs 3.00, every further half hour 1.00, a day at most 12.00. */
const stepped: Rates = {
  freeMinutes: 15,
  steps: [
    { fromMinute: 0, periodMinutes: 60, price: 300 },
    { fromMinute: 60, periodMinutes: 30, price: 100 },
  ],
  dailyCap: 1_200,
  night: null,
};
const night = { from: "22:00", to: "06:00", periodMinutes: 60, price: 50 };

const amount = (rates: Rates, from: string, to: string) => fareOf(rates, new Date(from), new Date(to), berlin).amount;

describe("fares", () => {
  it.each([
    ["no time at all", hourly, "2026-06-01T10:00:00+02:00", "2026-06-01T10:00:00+02:00", 0],
    ["a second", hourly, "2026-06-01T10:00:00+02:00", "2026-06-01T10:00:01+02:00", 200],
    ["exactly one period", hourly, "2026-06-01T10:00:00+02:00", "2026-06-01T11:00:00+02:00", 200],
    ["a started second period", hourly, "2026-06-01T10:00:00+02:00", "2026-06-01T11:00:01+02:00", 400],
    ["an exit before its entry", hourly, "2026-06-01T11:00:00+02:00", "2026-06-01T10:00:00+02:00", 0],
    ["the free minutes", stepped, "2026-06-01T10:00:00+02:00", "2026-06-01T10:15:00+02:00", 0],
    [
      "more than the free minutes, from the start",
      stepped,
      "2026-06-01T10:00:00+02:00",
      "2026-06-01T10:16:00+02:00",
      300,
    ],
    ["the second step", stepped, "2026-06-01T10:00:00+02:00", "2026-06-01T11:31:00+02:00", 500],
    ["the daily maximum", stepped, "2026-06-01T10:00:00+02:00", "2026-06-02T10:00:00+02:00", 1_200],
    [
      "a second day, which starts with the first step",
      stepped,
      "2026-06-01T10:00:00+02:00",
      "2026-06-02T10:01:00+02:00",
      1_500,
    ],
    ["29 February", hourly, "2028-02-28T23:30:00+01:00", "2028-02-29T00:30:00+01:00", 200],
    ["the hour that is skipped in spring", hourly, "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00", 200],
    ["the hour that is repeated in autumn", hourly, "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", 200],
    ["a night", { ...hourly, night }, "2026-06-01T21:00:00+02:00", "2026-06-02T07:00:00+02:00", 200 + 8 * 50 + 200],
    [
      "a night with the skipped hour",
      { ...hourly, night },
      "2026-03-28T21:00:00+01:00",
      "2026-03-29T07:00:00+02:00",
      200 + 7 * 50 + 200,
    ],
    [
      "a night with the repeated hour",
      { ...hourly, night },
      "2026-10-24T21:00:00+02:00",
      "2026-10-25T07:00:00+01:00",
      200 + 9 * 50 + 200,
    ],
    [
      "a period that starts before the night, in full",
      { ...hourly, night },
      "2026-06-01T21:30:00+02:00",
      "2026-06-01T22:30:00+02:00",
      200,
    ],
  ] as const)("REP-4 charges %s", (_, rates, from, to, expected) => {
    expect(amount(rates, from, to)).toBe(expected);
  });

  it("REP-4 shows how an amount came about", () => {
    const fare = fareOf(stepped, new Date("2026-06-01T08:00Z"), new Date("2026-06-02T08:01Z"), berlin);
    expect(fare).toEqual({
      minutes: 1_441,
      amount: 1_500,
      isFree: false,
      days: [
        { periods: 47, nightPeriods: 0, price: 1_200, isCapped: true },
        { periods: 1, nightPeriods: 0, price: 300, isCapped: false },
      ],
    });
  });

  const price = fc.integer({ min: 0, max: 10_000 });
  const periodMinutes = fc.integer({ min: 1, max: 1_440 });
  const rates: fc.Arbitrary<Rates> = fc.record({
    freeMinutes: fc.integer({ min: 0, max: 120 }),
    steps: fc
      .uniqueArray(fc.integer({ min: 1, max: 1_439 }), { maxLength: 3 })
      .chain((starts) =>
        fc.tuple(
          ...[0, ...starts.toSorted((one, other) => one - other)].map((fromMinute) =>
            fc.record({ fromMinute: fc.constant(fromMinute), periodMinutes, price }),
          ),
        ),
      ),
    dailyCap: fc.option(price),
    night: fc.option(fc.record({ from: fc.constant("22:00"), to: fc.constant("06:00"), periodMinutes, price })),
  });
  const entry = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true });
  const stay = fc.integer({ min: 0, max: 5 * 1_440 });
  const leave = (enteredAt: Date, minutes: number) => new Date(enteredAt.getTime() + minutes * 60_000);

  it("REP-4 a longer stay never costs less, and no day more than its maximum", () => {
    fc.assert(
      fc.property(rates, entry, stay, stay, (tariff, enteredAt, one, other) => {
        const [short, long] = [Math.min(one, other), Math.max(one, other)].map((minutes) =>
          fareOf(tariff, enteredAt, leave(enteredAt, minutes), berlin),
        );
        expect(long?.amount).toBeGreaterThanOrEqual(short?.amount ?? 0);
        expect(Number.isSafeInteger(long?.amount)).toBe(true);
        for (const day of long?.days ?? []) expect(day.price).toBeLessThanOrEqual(tariff.dailyCap ?? Infinity);
      }),
    );
  });
});
