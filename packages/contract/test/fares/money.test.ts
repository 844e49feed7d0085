import { describe, expect, it } from "vitest";
import { requiredConfigs } from "../../src/entities/required-configs.ts";
import { formatMoney, minorDigits, toDecimal, toMinorUnits } from "../../src/fares/money.ts";
import { workedExamples } from "../../src/fares/worked-examples.ts";

describe("money", () => {
  it.each([
    ["EUR", 2, 1_250, "12.50", "€12.50"],
    ["JPY", 0, 1_250, "1250", "¥1,250"],
    ["KWD", 3, 1_250, "1.250", "KWD 1.250"],
    ["INR", 2, 5, "0.05", "₹0.05"],
    ["EUR", 2, -5, "-0.05", "-€0.05"],
  ])("REP-4 %s has %i digits after the point", (currency, digits, amount, decimal, shown) => {
    expect(minorDigits(currency)).toBe(digits);
    expect(toDecimal(amount, currency)).toBe(decimal);
    expect(formatMoney(amount, currency).replaceAll("\u00a0", " ")).toBe(shown);
  });

  it.each([
    ["12.50", "EUR", 1_250],
    ["12,5", "EUR", 1_250],
    [" 12 ", "EUR", 1_200],
    ["12.505", "EUR", undefined],
    ["-1", "EUR", undefined],
    ["1e3", "EUR", undefined],
    ["", "EUR", undefined],
    ["12.5", "JPY", undefined],
    ["0.001", "KWD", 1],
  ])("REP-4 reads %j in %s", (text, currency, minor) => {
    expect(toMinorUnits(text, currency)).toBe(minor);
  });

  it("REP-4 the currency of the site is an ISO code", () => {
    const { check, initial } = requiredConfigs.currency;
    expect([initial, "INR", "JPY"].map(check)).toEqual([undefined, undefined, undefined]);
    expect(["", "eur", "EURO", "XYZ", 5].map(check)).toEqual(Array(5).fill("Must be a currency code such as EUR"));
  });
});

describe("worked examples", () => {
  const rates = {
    freeMinutes: 30,
    steps: [
      { fromMinute: 0, periodMinutes: 60, price: 300 },
      { fromMinute: 60, periodMinutes: 30, price: 100 },
    ],
    dailyCap: 1_200,
    night: { from: "22:00", to: "06:00", periodMinutes: 480, price: 150 },
  };

  it("REP-4 show what typical stays cost", () => {
    const examples = workedExamples(rates, { date: "2026-06-01", timeZone: "Asia/Kolkata" });
    expect(examples.map(({ title, fare }) => [title, fare.amount])).toEqual([
      ["30 minutes", 0],
      ["2 hours", 500],
      ["8 hours", 1_200],
      ["Overnight, 18:00 to 08:00", 1_200],
      ["26 hours", 1_200 + 500],
      ["3 days", 3 * 1_200],
    ]);
    expect(examples[3]).toMatchObject({
      enteredAt: new Date("2026-06-01T18:00+05:30"),
      leftAt: new Date("2026-06-02T08:00+05:30"),
    });
  });

  it.each([
    ["2026-10-24", "2026-10-25T08:00+01:00"],
    ["2027-03-27", "2027-03-28T08:00+02:00"],
  ])("REP-4 the night of %s ends at 08:00 of the changed clock", (date, leftAt) => {
    const examples = workedExamples(rates, { date, timeZone: "Europe/Berlin" });
    expect(examples[3]?.leftAt).toEqual(new Date(leftAt));
  });
});
