import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { checkIdentifier, identifierFields } from "../fields/identifier.ts";
import { characterError, maxIdentifierLength, maxPlateLength } from "../fields/identifier-text.ts";
import { groupIds, idParams, recordId } from "../fields/record.ts";
import { optionalText, requiredText } from "../fields/text.ts";
import { endsBeforeStart, instant, isAfter, sentTime } from "../fields/time.ts";
import type { Permission } from "../permissions.ts";

export const keyPurposes = ["integration", "commissioning"] as const;

export type KeyPurpose = (typeof keyPurposes)[number];

/** The permission of people for what a key of each purpose can do. */
export const keyPurposePermissions: Record<KeyPurpose, Permission> = {
  integration: "enrol",
  commissioning: "devices",
};

/** The label of each. */
export const keyPurposeTitles: Record<KeyPurpose, string> = {
  integration: "Integration: sends reservations and identifiers",
  commissioning: "Commissioning: fetches the field configuration",
};

export const integrationKeyDraft = z.strictObject({
  name: requiredText(100),
  purpose: z.enum(keyPurposes, "Required"),
});

/** A key as it is listed: never the key itself. */
export const integrationKey = integrationKeyDraft.extend({
  id: recordId,
  /** The first characters, to distinguish keys. */
  prefix: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
integrationKey.register(z.globalRegistry, {
  id: "IntegrationKey",
  description: "A key as it is listed: never the key itself",
});

/** A new key, shown only once. */
const newIntegrationKey = integrationKey.extend({ key: z.string() });
newIntegrationKey.register(z.globalRegistry, { id: "NewIntegrationKey", description: "A new key, shown only once" });

export type IntegrationKey = z.output<typeof integrationKey>;

/** Maximum number of rows in a bulk request. */
const bulkLimit = 10_000;

const optionalTime = z.union([sentTime, z.null()]).optional();
const sendersId = requiredText();

const hasUniqueIds = (rows: readonly { externalId: string }[]) =>
  new Set(rows.map((row) => row.externalId)).size === rows.length;

/** Whether the later of two times, if both are given, is not before the earlier. */
const inOrderOf =
  <Earlier extends string, Later extends string>(earlier: Earlier, later: Later) =>
  (row: { [K in Earlier | Later]?: string | null | undefined }) =>
    !isAfter(row[earlier], row[later]);

const beforeEarliestEntry = "Must not be before the earliest entry";

const readable = { lp: "LICENSE_PLATE", rfid: "RFID" } as const;
type Readable = { [K in keyof typeof readable]?: string | null | undefined };

/** The characters of a reservation's plate and tag. */
function checkReadable({ value, issues }: { value: Readable; issues: z.core.$ZodRawIssue[] }): void {
  for (const path of ["lp", "rfid"] as const) {
    const message = characterError(readable[path], value[path] ?? "");
    if (message) issues.push({ code: "custom", path: [path], input: value[path], message });
  }
}

const reservationRow = z
  .strictObject({
    externalId: sendersId,
    lp: optionalText(maxPlateLength),
    rfid: optionalText(maxIdentifierLength),
    validFrom: sentTime,
    validTo: sentTime,
    gracePeriodEarliestEntry: optionalTime,
    gracePeriodLatestEntry: optionalTime,
    gracePeriodLatestExit: optionalTime,
    driverFirstName: optionalText(),
    driverLastName: optionalText(),
    parkingAreaId: optionalText(),
    parkingUnitId: optionalText(),
    shouldAllowMultipleUsage: z.boolean("Must be true or false").default(false),
  })
  .refine((row) => row.lp || row.rfid, { error: "Needs a plate (lp) or a tag (rfid)", path: ["lp"] })
  .refine(inOrderOf("validFrom", "validTo"), { error: endsBeforeStart, path: ["validTo"] })
  .refine(inOrderOf("gracePeriodEarliestEntry", "gracePeriodLatestEntry"), {
    error: beforeEarliestEntry,
    path: ["gracePeriodLatestEntry"],
  })
  .refine(inOrderOf("gracePeriodEarliestEntry", "gracePeriodLatestExit"), {
    error: beforeEarliestEntry,
    path: ["gracePeriodLatestExit"],
  })
  .check(checkReadable);

const bulkRows = <Row extends z.core.SomeType>(row: Row) =>
  z.array(row).max(bulkLimit, `At most ${bulkLimit} rows a call`);
const twice = "Duplicate externalId";
const deleted = bulkRows(sendersId).default([]);

/** A row can't be stored and deleted by the same call. */
const deletesOthers =
  <Name extends string>(name: Name) =>
  (bulk: { [K in Name]: readonly { externalId: string }[] } & { deleted: readonly string[] }) => {
    const deleted = new Set(bulk.deleted);
    return !bulk[name].some((row) => deleted.has(row.externalId));
  };
const storedToo = { error: "Has an externalId that is also stored", path: ["deleted"] };

/** Reservations in bulk, identified by the sender's id. */
export const reservationBulk = z
  .strictObject({ reservations: bulkRows(reservationRow).refine(hasUniqueIds, twice), deleted })
  .refine(deletesOthers("reservations"), storedToo);

const identifierRow = identifierFields
  .extend({
    externalId: sendersId,
    /** An update without them keeps the groups. */
    groupIds: groupIds.optional(),
  })
  .check(checkIdentifier);

const identifierBulk = z
  .strictObject({ identifiers: bulkRows(identifierRow).refine(hasUniqueIds, twice), deleted })
  .refine(deletesOthers("identifiers"), storedToo);

/** The result of a bulk request. */
const bulkOutcome = z.object({
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  deleted: z.int(),
});
bulkOutcome.register(z.globalRegistry, { id: "BulkOutcome", description: "The result of a bulk request" });

const tag = "Integrations";
const bulkBytes = 16 * 1_048_576;
const origins = ["CLOUD", "BLM_CLOUD"] as const;

/** The keys of other systems, and what they may send. */
export const integrationEndpoints = defineEndpoints(
  { read: "people", write: "people" },
  {
    "GET /integration-keys": { tag, summary: "List the keys of other systems", response: z.array(integrationKey) },
    "POST /integration-keys": {
      tag,
      summary: "Make a key; it is shown in this answer and never again",
      body: integrationKeyDraft,
      roundTrip: integrationKey,
      response: newIntegrationKey,
      status: 201,
      errors: ["record/taken"],
    },
    "DELETE /integration-keys/{id}": {
      tag,
      summary: "Revoke a key",
      params: idParams,
      status: 204,
      errors: ["record/not-found"],
    },
    "PUT /integrations/reservations": {
      tag,
      summary: "Add, change and delete reservations by the sender's own ids, all or nothing",
      access: "integration",
      body: reservationBulk,
      bodyLimit: bulkBytes,
      response: bulkOutcome,
    },
    "PUT /integrations/identifiers/{origin}": {
      tag,
      summary: "Add, change and delete cloud identifiers by the sender's own ids, all or nothing",
      access: "integration",
      params: z.object({
        origin: z.enum(origins, {
          error: (issue) => `Unknown origin "${String(issue.input)}". Known: ${origins.join(", ")}`,
        }),
      }),
      body: identifierBulk,
      bodyLimit: bulkBytes,
      response: bulkOutcome,
    },
  },
);
