import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { checkIdentifier, identifierFields, identifierTypes } from "../../fields/identifier.ts";
import { maxIdentifierLength, normalizeIdentifier } from "../../fields/identifier-text.ts";
import { plate } from "../../fields/plate.ts";
import { maxSearchLength, queryFlag, queryText } from "../../fields/query.ts";
import { groupIds, idParams, recordId, version } from "../../fields/record.ts";
import { requiredText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { dateOrders, ignoredColumn, maxFileBytes, tagColumns } from "./identifier-csv.ts";

/** Groups of characters that are easily confused; each is replaced by the first of its group. */
const groups = ["0OQD", "1IL", "2Z", "5S", "6G", "8B", "4A", "7T", "VUY"] as const;

const written = new Map(
  groups.flatMap((group) => [...group].map((character) => [character, group.charAt(0)] as const)),
);

/** A key that is equal for identifiers that could be misread for each other. */
export const lookOf = (identifier: string): string =>
  [...normalizeIdentifier(identifier)].map((character) => written.get(character) ?? character).join("");

/** Where identifiers come from, in the order of their tabs. */
export const identifierOrigins = ["BLM_CLOUD", "CLOUD", "MYGATE", "ADMIN"] as const;

export type IdentifierOrigin = (typeof identifierOrigins)[number];

/** The heading of each source's table, and its short name on the tab. */
export const identifierOriginTexts: Record<IdentifierOrigin, { tab: string; heading: string; empty: string }> = {
  BLM_CLOUD: {
    tab: "Central Server",
    heading: "IDs synced from Central Server",
    empty: "The central server sends identifiers through the integration API.",
  },
  CLOUD: {
    tab: "Cloud",
    heading: "IDs added from Cloud",
    empty: "The cloud sends identifiers through the integration API.",
  },
  MYGATE: {
    tab: "MyGate",
    heading: "LPs synced from MyGate",
    empty: "Plates are synced once MyGate is set up in Integration Settings.",
  },
  ADMIN: {
    tab: "Admin",
    heading: "IDs added by Admin",
    empty: "Add a plate or a tag, or upload a CSV file with many.",
  },
};

/** The only source whose identifiers can be edited in the console. */
export const editableOrigin: IdentifierOrigin = "ADMIN";

export type IdentifierType = "LICENSE_PLATE" | "RFID";

/** The label of each. */
export const identifierTypeTitles: Record<IdentifierType, string> = { LICENSE_PLATE: "License plate", RFID: "RFID" };

export const identifierFilters = ["expiring", "expired", "never-seen"] as const;

export type IdentifierFilter = (typeof identifierFilters)[number];

/** The largest page of the list. */
export const maxIdentifiersPerPage = 500;

/** The period of the "expiring" filter. */
export const expiringWithinDays = 30;

/** A date without a time is the start or the end of that day at the site. */
const day = z.iso.date().refine((text) => text >= "1970-01-02", "Must be from 1970 to 9999");
const dayOrTime = z.union([sentTime, day, z.literal("").transform(() => null), z.null()]).optional();

export const identifierDraft = identifierFields
  .extend({
    validFrom: dayOrTime,
    validTo: dayOrTime,
    /** The groups it belongs to; an update without them keeps them. */
    groupIds: groupIds.optional(),
  })
  .check(checkIdentifier);

/** An identifier as the server returns it. */
export const identifier = z.object({
  id: recordId,
  version,
  origin: z.enum(identifierOrigins),
  type: z.enum(identifierTypes),
  iid: z.string().describe("The plate or tag as it was entered"),
  iidNormalized: z.string().describe("The plate or tag as it is compared: without spaces, punctuation and case"),
  lp: plate.nullable(),
  vehicleType: z.string(),
  parkingId: z.string().nullable(),
  orgName: z.string().nullable(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  groupIds: z.array(recordId),
  lastSeenAt: instant.nullable().describe("When it was last read at a gate"),
});
identifier.register(z.globalRegistry, {
  id: "Identifier",
  description: "A licence plate or RFID tag that is registered",
});

export type Identifier = z.output<typeof identifier>;

const tag = "Identifiers";
const scope = z.enum(identifierOrigins, `Must be one of ${identifierOrigins.join(", ")}`);
const perhapsScope = z.strictObject({ scope: scope.optional() });
const csv = "text/csv";

const whole = (min: number, max: number, initial: number) =>
  z.coerce
    .number<number | string>()
    .pipe(z.int().min(min, `Must be at least ${min}`).max(max, `Must be at most ${max}`))
    .default(initial);

const sought = {
  scope,
  search: queryText(maxSearchLength),
  filter: z.enum(identifierFilters, `Must be one of ${identifierFilters.join(", ")}`).optional(),
  /** Only the members of a group. */
  groupId: z.coerce.number<number | string>().pipe(recordId).optional(),
};

/** What an import does with a file that has faulty lines. */
const faultyLineChoices = ["refuse", "skip"] as const;

/** The result of an import or a dry run. */
export const importOutcome = z.object({
  isDryRun: z.boolean(),
  rows: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  faulty: z.int(),
  /** The first faulty lines with all their errors. */
  faults: z.array(z.object({ line: z.int(), messages: z.array(z.string()) })),
  /** The column of each heading, null if it is unknown, and its cell in the first line. */
  columns: z.array(z.object({ heading: z.string(), field: z.string().nullable(), example: z.string() })),
});
importOutcome.register(z.globalRegistry, { id: "ImportOutcome", description: "The result of an import or a dry run" });

/** The result of an import or a dry run. */
export type ImportOutcome = z.output<typeof importOutcome>;

const columnName = `(?:${[...tagColumns, ignoredColumn].join("|")})?`;

const importQuery = perhapsScope.extend({
  dryRun: queryFlag,
  dates: z.enum(dateOrders, `Must be one of ${dateOrders.join(", ")}`).default("iso"),
  /** What the columns contain, in their order and separated by commas; empty: by the heading. */
  columns: z
    .string()
    .max(2_000, "At most 2000 characters")
    .regex(
      new RegExp(`^${columnName}(?:,${columnName})*$`),
      `Must be ${[...tagColumns, ignoredColumn].join(", ")} or nothing for each column, separated by commas`,
    )
    .default(""),
  /** Whether the valid lines of a file with faulty ones are imported. */
  faulty: z.enum(faultyLineChoices, `Must be one of ${faultyLineChoices.join(", ")}`).default("refuse"),
});
const upload = (summary: string, field: string) =>
  ({
    tag,
    summary,
    query: importQuery,
    upload: field,
    bodyLimit: maxFileBytes,
    response: importOutcome,
    errors: ["import/faulty", "identifier/not-admin", "request/too-large"],
  }) as const;
const faulty = (summary: string, field: string) =>
  ({
    tag,
    summary,
    query: importQuery.omit({ dryRun: true, faulty: true }),
    upload: field,
    bodyLimit: maxFileBytes,
    download: csv,
    errors: ["import/faulty", "request/too-large"],
  }) as const;

export const identifierEndpoints = defineEndpoints(
  { read: "view", write: "enrol", gates: "shared" },
  {
    "GET /ac/ids": {
      tag,
      summary: "Page through the identifiers of a source, or of all, the latest first",
      // Without a scope, those of all sources.
      query: z.strictObject({
        ...sought,
        scope: scope.optional(),
        page: whole(0, 1_000_000, 0),
        size: whole(1, maxIdentifiersPerPage, 100),
      }),
      response: z.object({ data: z.array(identifier), total: z.int(), page: z.int(), size: z.int() }),
    },
    "GET /ac/ids/{id}": {
      tag,
      summary: "Read one identifier",
      params: idParams,
      response: identifier,
      errors: ["record/not-found"],
    },
    "POST /ac/ids": {
      tag,
      summary: "Add an identifier",
      query: perhapsScope,
      body: identifierDraft,
      roundTrip: true,
      response: identifier,
      status: 201,
      errors: ["record/taken", "identifier/not-admin"],
    },
    "PUT /ac/ids/{id}": {
      tag,
      summary: "Change an identifier; its type and its plate or tag stay",
      params: idParams,
      query: perhapsScope,
      body: identifierDraft,
      locked: ["type", "iid"],
      roundTrip: true,
      response: identifier,
      errors: ["record/not-found", "record/changed", "identifier/not-admin"],
    },
    "DELETE /ac/ids/{id}": {
      tag,
      summary: "Delete an identifier",
      params: idParams,
      status: 204,
      errors: ["record/not-found", "identifier/not-admin"],
    },
    "GET /ac/ids/look-alikes": {
      tag,
      summary: "List identifiers that could be misread for this one",
      query: z.strictObject({
        iid: requiredText(maxIdentifierLength),
        type: z.enum(identifierTypes),
        except: z.coerce.number<number | string>().pipe(recordId).optional(),
      }),
      response: z.array(identifier),
    },
    "GET /ac/ids/export": {
      permission: "export",
      tag,
      summary: "Export the table as CSV; with a type, as a file that can be imported again",
      query: z.strictObject({ ...sought, type: z.enum(identifierTypes).optional() }),
      download: csv,
      exports: "identifiers",
    },
    "POST /ac/upload-lps": upload("Add or change plates from a CSV file: all lines, or all but faulty ones", "lps"),
    "POST /ac/upload-rfids": upload("Add or change tags from a CSV file: all lines, or all but faulty ones", "rfids"),
    "POST /ac/upload-lps/faulty": faulty("The faulty lines of a CSV file of plates, with reasons", "lps"),
    "POST /ac/upload-rfids/faulty": faulty("The faulty lines of a CSV file of tags, with reasons", "rfids"),
  },
);
