import { describe, expect, it } from "vitest";
import { describeMoneyError, toAmount } from "../../src/forms/entered-money.ts";

describe("REP-4 an entered amount", () => {
  it.each([
    ["2.5", "EUR", 250],
    ["2,50", "EUR", 250],
    [" 12 ", "JPY", 12],
    ["1.234", "KWD", 1234],
    [250, "EUR", 250],
    ["2.505", "EUR", "2.505"],
    ["two", "EUR", "two"],
    ["", "EUR", undefined],
    [null, "EUR", undefined],
  ])("REP-4 %j in %s is sent as %j", (entered, currency, sent) => {
    expect(toAmount(entered, currency)).toBe(sent);
  });

  it.each([
    ["", "Required"],
    ["two", "Enter an amount such as 12.50"],
    ["1000000", "From 0 to €100,000.00"],
  ])("REP-4 the fault of %j reads %j", (entered, text) => {
    expect(describeMoneyError(entered, "Required", "EUR")).toBe(text);
  });
});
