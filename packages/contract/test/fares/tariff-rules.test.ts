import { describe, expect, it } from "vitest";
import { tariffDraft } from "../../src/entities/tariff.ts";
import { validate } from "../../src/validation.ts";

const valid = {
  name: "Visitors",
  validFrom: "2026-12-01",
  vehicleTypes: ["CAR"],
  days: [1, 2, 3, 4, 5],
  rates: {
    freeMinutes: 15,
    steps: [
      { fromMinute: 0, periodMinutes: 60, price: 300 },
      { fromMinute: 60, periodMinutes: 30, price: 100 },
    ],
    dailyCap: 1_200,
    night: { from: "22:00", to: "06:00", periodMinutes: 60, price: 50 },
  },
};
const [first, second] = valid.rates.steps;
const withRates = (rates: object) => ({ ...valid, rates: { ...valid.rates, ...rates } });
const withNight = (night: object) => withRates({ night: { ...valid.rates.night, ...night } });

describe("the rules of a tariff", () => {
  it("REP-4 a tariff needs a name, a first day and one step", () => {
    const { value, errors } = validate(tariffDraft, {
      name: "All",
      validFrom: "2026-12-01",
      rates: { steps: [first] },
    });
    expect(errors).toEqual([]);
    expect(value).toEqual({
      name: "All",
      validFrom: "2026-12-01",
      vehicleTypes: [],
      days: [1, 2, 3, 4, 5, 6, 7],
      rates: { freeMinutes: 0, steps: [first], dailyCap: null, night: null },
    });
    expect(validate(tariffDraft, valid).errors).toEqual([]);
  });

  const wrongAmount = "Must be a whole number of minor units from 0 to 10000000";
  it.each([
    ["no step", withRates({ steps: [] }), "rates.steps", "Add at least one step"],
    [
      "a first step after 0",
      withRates({ steps: [second] }),
      "rates.steps.0.fromMinute",
      "The first step must start at 0",
    ],
    [
      "a step that starts with the one before",
      withRates({ steps: [first, second, second] }),
      "rates.steps.2.fromMinute",
      "Must start later than the step before",
    ],
    [
      "a step after the day",
      withRates({ steps: [first, { ...second, fromMinute: 1_440 }] }),
      "rates.steps.1.fromMinute",
      "From 0 to 1439 minutes",
    ],
    [
      "a period of no time",
      withRates({ steps: [{ ...first, periodMinutes: 0 }] }),
      "rates.steps.0.periodMinutes",
      "From 1 to 1440 minutes",
    ],
    ["a fraction", withRates({ steps: [{ ...first, price: 1.5 }] }), "rates.steps.0.price", wrongAmount],
    ["a negative price", withRates({ steps: [{ ...first, price: -1 }] }), "rates.steps.0.price", wrongAmount],
    ["a missing price", withRates({ steps: [{ ...first, price: undefined }] }), "rates.steps.0.price", "Required"],
    ["a negative maximum", withRates({ dailyCap: -1 }), "rates.dailyCap", wrongAmount],
    [
      "free minutes for more than a day",
      withRates({ freeMinutes: 1_441 }),
      "rates.freeMinutes",
      "From 0 to 1440 minutes",
    ],
    ["a night of no time", withNight({ to: "22:00" }), "rates.night.to", "Must differ from the start"],
    ["a night that is no time", withNight({ from: "24:00" }), "rates.night.from", "Must be a time such as 22:00"],
    ["no day", { ...valid, days: [] }, "days", "Choose at least one day"],
    ["the same day twice", { ...valid, days: [1, 1] }, "days", "Duplicate day"],
    ["an eighth day", { ...valid, days: [8] }, "days.0", "Must be from 1 (Monday) to 7"],
    [
      "a date that does not exist",
      { ...valid, validFrom: "2026-02-30" },
      "validFrom",
      "Must be a date like 2026-12-25",
    ],
    ["no date", { ...valid, validFrom: undefined }, "validFrom", "Required"],
    ["no name", { ...valid, name: " " }, "name", "Required"],
  ])("REP-4 refuses %s at its field", (_, input, path, message) => {
    expect(validate(tariffDraft, input).errors).toEqual([{ path, message }]);
  });

  it("REP-4 refuses an unknown vehicle type", () => {
    expect(validate(tariffDraft, { ...valid, vehicleTypes: ["BOAT"] }).errors[0]).toMatchObject({
      path: "vehicleTypes.0",
      message: expect.stringContaining('Unknown code "BOAT"'),
    });
  });
});
