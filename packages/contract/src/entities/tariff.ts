import * as z from "zod";
import { crud } from "../crud.ts";
import { defineEndpoints } from "../endpoint.ts";
import { codeList } from "../fields/code-list.ts";
import { idParams, recordId, version } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { clockError, clockPattern, instant } from "../fields/time.ts";
import { vehicleTypes, vehicleTypeWords } from "../fields/vehicle-type.ts";

/** The limits of a tariff, for its schema and the editor. */
export const tariffLimits = {
  maxSteps: 10,
  maxFreeMinutes: 1_440,
  maxPeriodMinutes: 1_440,
  /** Steps apply to the minutes of a day of the stay. */
  maxFromMinute: 1_439,
  /** In minor units. */
  maxAmount: 10_000_000,
} as const;

const { maxSteps, maxFreeMinutes, maxPeriodMinutes, maxFromMinute, maxAmount } = tariffLimits;

const wholeFrom = (min: number, max: number, message: string) =>
  z.int(requiredOr(message)).min(min, message).max(max, message);

const amount = wholeFrom(0, maxAmount, `Must be a whole number of minor units from 0 to ${maxAmount}`);
const periodMinutes = wholeFrom(1, maxPeriodMinutes, `From 1 to ${maxPeriodMinutes} minutes`);
const time = z.string(requiredOr(clockError)).regex(clockPattern, clockError);
const weekday = wholeFrom(1, 7, "Must be from 1 (Monday) to 7");

const step = z.strictObject({
  fromMinute: wholeFrom(0, maxFromMinute, `From 0 to ${maxFromMinute} minutes`),
  periodMinutes,
  price: amount,
});

const night = z
  .strictObject({ from: time, to: time, periodMinutes, price: amount })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: "Must differ from the start" });

const rates = z
  .strictObject({
    freeMinutes: wholeFrom(0, maxFreeMinutes, `From 0 to ${maxFreeMinutes} minutes`).default(0),
    steps: z
      .array(step, "Must be a list of steps")
      .min(1, "Add at least one step")
      .max(maxSteps, `At most ${maxSteps} steps`),
    dailyCap: amount.nullable().default(null),
    night: night.nullable().default(null),
  })
  .check(({ value, issues }) => {
    for (const [index, { fromMinute }] of value.steps.entries()) {
      const before = value.steps[index - 1]?.fromMinute;
      const message = stepError(before, fromMinute);
      if (message) issues.push({ code: "custom", message, path: ["steps", index, "fromMinute"], input: fromMinute });
    }
  });

function stepError(before: number | undefined, fromMinute: number): string | undefined {
  if (before === undefined) return fromMinute === 0 ? undefined : "The first step must start at 0";
  return fromMinute > before ? undefined : "Must start later than the step before";
}

/** The input for a tariff. Amounts are in minor units of the site's currency. */
export const tariffDraft = z.strictObject({
  name: requiredText(60),
  /** The first day on which vehicles enter by this tariff, in the time zone of the site. */
  validFrom: z.iso.date(requiredOr("Must be a date like 2026-12-25")),
  /** None: every type. */
  vehicleTypes: codeList(vehicleTypes, vehicleTypeWords).default([]),
  /** The days of the entry; 1 is Monday. */
  days: z
    .array(weekday, "Must be a list of days")
    .min(1, "Choose at least one day")
    .refine((days) => new Set(days).size === days.length, "Duplicate day")
    .default([1, 2, 3, 4, 5, 6, 7]),
  rates,
});

/** A tariff as the server returns it. Its version counts the changes of its prices too. */
export const tariff = tariffDraft.extend({ id: recordId, version });
tariff.register(z.globalRegistry, {
  id: "Tariff",
  description: "A tariff. Its version counts the changes of its prices too",
});

export type Tariff = z.output<typeof tariff>;

/** A version of a tariff. Vehicles that entered while it applied pay by it. */
export const tariffVersion = tariffDraft.extend({
  version,
  savedAt: instant,
  /** When the tariff was deleted; null: it was not. */
  deletedAt: instant.nullable(),
});
tariffVersion.register(z.globalRegistry, {
  id: "TariffVersion",
  description: "A version of a tariff. Vehicles that entered while it applied pay by it",
});

export type TariffVersion = z.output<typeof tariffVersion>;

const tag = "Tariffs";
/** Prices concern the whole site; people who are limited to gates can read them. */
const permissions = { read: "view", write: "policy", gates: "shared" } as const;

/** CRUD of tariffs. Each change creates a version. */
export const tariffEndpoints = crud({
  tag,
  noun: "tariff",
  permissions,
  path: "/tariffs",
  list: { path: "/tariffs" },
  change: { PUT: tariffDraft },
  record: tariff,
  draft: tariffDraft,
});

export const tariffVersionEndpoints = defineEndpoints(permissions, {
  "GET /tariffs/{id}/versions": {
    tag,
    summary: "The versions of a tariff, the latest first; also of a deleted one",
    params: idParams,
    response: z.array(tariffVersion),
    errors: ["record/not-found"],
  },
});
