import * as z from "zod";
import { crud } from "../crud.ts";
import { type DataClass, dataClassNames, retentionError } from "../data-classes.ts";
import { defineEndpoints } from "../endpoint.ts";
import { characterError, maxPlateLength, noLetterOrDigit, normalizeIdentifier } from "../fields/identifier-text.ts";
import { recordId, version } from "../fields/record.ts";
import { required } from "../fields/required.ts";
import { maxRetentionDays } from "../fields/retention-limit.ts";
import { requiredText } from "../fields/text.ts";
import { endsTooEarly, instant, sentTime } from "../fields/time.ts";
import { privacyErrors } from "./privacy.messages.ts";

const days = (min: number) =>
  z
    .int(required)
    .min(min, `Must be a whole number from ${min} to ${maxRetentionDays}`)
    .max(maxRetentionDays, `Must be a whole number from ${min} to ${maxRetentionDays}`);

const bounds = z.strictObject({ minDays: days(0), maxDays: days(1) }).check(({ value, issues }) => {
  const message = retentionError(value.minDays, value.maxDays);
  if (message) issues.push({ code: "custom", path: ["maxDays"], input: value.maxDays, message });
});

type Bounds = typeof bounds;

const boundsByClass = Object.fromEntries(dataClassNames.map((name) => [name, bounds])) as Record<DataClass, Bounds>;

/** The minimum and maximum retention of each kind of data. */
export const retention = z.strictObject(boundsByClass);
retention.register(z.globalRegistry, {
  id: "Retention",
  description: "The minimum and maximum retention of each kind of data",
});

/** The minimum and maximum retention of each kind of data. */
export type Retention = z.output<typeof retention>;

/** What will have been deleted or replaced by a day. */
export const cleanUp = z.object({
  /** The day in the site's time zone. */
  on: z.iso.date(),
  items: z.array(z.object({ dataClass: z.enum(dataClassNames), count: z.int().positive() })),
});
cleanUp.register(z.globalRegistry, { id: "CleanUp", description: "What will have been deleted or replaced by a day" });

/** What will have been deleted by a day. */
export type CleanUp = z.output<typeof cleanUp>;

/** A plate in a form or path. */
const plateText = requiredText(maxPlateLength)
  .refine((text) => text === "" || normalizeIdentifier(text) !== "", noLetterOrDigit)
  .refine((text) => characterError("LICENSE_PLATE", text) === undefined, {
    error: ({ input }) => characterError("LICENSE_PLATE", String(input)) ?? "",
  });

/** The plate of a request. */
export const plateParams = z.object({ plate: plateText });

const optionalTime = z.union([sentTime, z.literal("").transform(() => null), z.null()]).default(null);

/** The input for a legal hold: a plate, a period, or both. */
export const legalHoldDraft = z
  .strictObject({
    plate: z.union([z.literal("").transform(() => null), plateText, z.null()]).default(null),
    from: optionalTime,
    to: optionalTime,
    reason: requiredText(),
  })
  .check(({ value: { plate, from, to }, issues }) => {
    const addError = (path: string, message: string) =>
      issues.push({ code: "custom", path: [path], input: null, message });
    if (plate === null && from === null && to === null) addError("plate", privacyErrors.holdsNothing);
    if (plate === null && from === null && to !== null) addError("from", required);
    if (plate === null && to === null && from !== null) addError("to", required);
    if (from !== null && to !== null && Date.parse(to) <= Date.parse(from)) addError("to", endsTooEarly);
  });

/** A legal hold as the server returns it. */
export const legalHold = z.object({
  id: recordId,
  version,
  /** Null: everything of the period. */
  plate: z.string().nullable(),
  from: instant.nullable(),
  to: instant.nullable(),
  reason: z.string(),
  by: z.string(),
  at: instant,
});
legalHold.register(z.globalRegistry, { id: "LegalHold", description: "Data that is kept longer for a legal reason" });

export type LegalHold = z.output<typeof legalHold>;

/** What is stored about a plate, and why it can't be erased. */
export const plateSummary = z.object({
  /** The plate as it is compared. */
  plate: z.string(),
  records: z.array(z.object({ table: z.string(), title: z.string(), count: z.int().positive() })),
  pictures: z.int(),
  /** Events whose plate was replaced by its hash. */
  hashedEvents: z.int(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
  /** Why it can't be erased now; null if it can. */
  refusal: z.string().nullable(),
});
plateSummary.register(z.globalRegistry, {
  id: "PlateSummary",
  description: "What is stored about a plate, and why it can't be erased",
});

/** What is stored about a plate. */
export type PlateSummary = z.output<typeof plateSummary>;

/** What an erasure changed. */
const erasure = z.object({
  deleted: z.int(),
  anonymised: z.int(),
  pictures: z.int(),
});
erasure.register(z.globalRegistry, { id: "PlateErasure", description: "What an erasure changed" });

const tag = "Privacy";

/** Retention, and what is stored about one plate. All of it concerns the whole site. */
export const privacyEndpoints = defineEndpoints(
  { read: "view", write: "site" },
  {
    "GET /privacy/retention": {
      tag,
      summary: "The minimum and maximum retention of each kind of data",
      response: retention,
    },
    "PUT /privacy/retention": {
      tag,
      summary: "Change the minimum and maximum retention of each kind of data",
      body: retention,
      response: retention,
    },
    "GET /privacy/clean-ups": {
      tag,
      summary: "The next days on which data is deleted, and how much will have been deleted by then",
      response: z.array(cleanUp),
      errors: ["image/unavailable"],
    },
    "GET /privacy/plates/{plate}": {
      tag,
      permission: "export",
      summary: "How much is stored about a plate, and whether it can be erased",
      params: plateParams,
      response: plateSummary,
    },
    "GET /privacy/plates/{plate}/export": {
      tag,
      permission: "export",
      summary: "Export everything that is stored about a plate: JSON and pictures in a ZIP file",
      params: plateParams,
      download: "application/zip",
      exports: "plates",
    },
    "DELETE /privacy/plates/{plate}": {
      tag,
      summary: "Erase a plate: deletes its records and pictures, and makes its events anonymous",
      params: plateParams,
      response: erasure,
      errors: ["record/not-found", "privacy/held", "privacy/minimum-retention"],
    },
  },
);

export const legalHoldEndpoints = crud({
  tag,
  noun: "legal hold",
  permissions: { read: ["audit", "site"], write: "site" },
  path: "/legal-holds",
  list: { path: "/legal-holds" },
  change: { PUT: legalHoldDraft },
  record: legalHold,
  draft: legalHoldDraft,
});
