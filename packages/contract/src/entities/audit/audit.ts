import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { cursor, limit, pageOf, queryFlag, queryText } from "../../fields/query.ts";
import { version } from "../../fields/record.ts";
import { headerText } from "../../fields/text.ts";
import { instant, sentTime } from "../../fields/time.ts";
import { integrationUrl } from "../../fields/url.ts";
import { type AuditAction, auditActions } from "./audit-names.ts";

const auditAction = z.enum(
  Object.keys(auditActions) as [AuditAction, ...AuditAction[]],
  `Must be one of ${Object.keys(auditActions).join(", ")}`,
);
auditAction.register(z.globalRegistry, { id: "AuditAction", description: "What was done" });

const values = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit trail. */
export const auditEntry = z.object({
  id: z.int().positive(),
  at: instant,
  /** The user name, or the name of another system's key. */
  user: z.string(),
  action: auditAction,
  /** The table of the record. */
  entity: z.string(),
  entityId: z.string().nullable(),
  /** A sentence about what was done. */
  summary: z.string(),
  /** The record before and after, with secrets masked. */
  before: values,
  after: values,
  /** The names of the records whose ids are in the fields; the last name of a deleted one. */
  links: z.array(z.object({ path: z.string(), id: z.int(), name: z.string() })),
  /** The address of the caller; null in entries of versions that did not store it. */
  address: z.string().nullable(),
  /** The time of the entry whose earlier values were restored; null for other changes. */
  restoredFrom: instant.nullable(),
});
auditEntry.register(z.globalRegistry, { id: "AuditEntry", description: "An entry of the audit trail" });

/** An entry of the audit trail. */
export type AuditEntry = z.output<typeof auditEntry>;

export const auditReceiverDraft = z.strictObject({
  /** Empty: nothing is sent. */
  url: z.union([z.literal(""), integrationUrl]),
  /** Sent as `Authorization: Bearer`, never returned; if absent, the stored one is kept. */
  secret: z.union([z.literal("").transform(() => undefined), headerText(200)]).optional(),
});

/** The validated input. */
export type AuditReceiverDraft = z.output<typeof auditReceiverDraft>;

/** The receiver as the server returns it, with the state of the delivery. */
export const auditReceiver = z.object({
  url: z.string(),
  hasSecret: z.boolean(),
  /** The last day (UTC) whose seal was queued; null before the first one. */
  queuedUpTo: z.string().nullable(),
  /** The number of seals that wait to be delivered. */
  waiting: z.int(),
  /** Why the last attempt failed; null if none did. */
  lastFault: z.string().nullable(),
  /** 0 before the first save. */
  version,
});
auditReceiver.register(z.globalRegistry, {
  id: "AuditReceiver",
  description: "The receiver of the audit trail, with the state of the delivery",
});

/** The current receiver. */
export type AuditReceiver = z.output<typeof auditReceiver>;

/** What the receiver is sent after each day. */
export interface AuditDaySeal {
  /** In UTC, like 2026-01-31. */
  readonly day: string;
  /** The number of sealed rows. */
  readonly rows: number;
  /** The last seal of the day before. */
  readonly startSeal: string;
  readonly endSeal: string;
  readonly product: "Gatehouse";
}

const tag = "Audit";

const sought = {
  /** A part of the user name; upper and lower case are the same. */
  user: queryText(200),
  action: auditAction.optional(),
  entity: queryText(64),
  /** With `entity`, the history of one record. */
  entityId: queryText(64),
  from: sentTime.optional(),
  to: sentTime.optional(),
};

export const auditEndpoints = defineEndpoints(
  { read: "audit", write: "audit" },
  {
    "GET /audit": {
      tag,
      summary: "Page through the audit trail, the newest entry first",
      query: z.strictObject({
        ...sought,
        /** With `entityId`, also the parts of the record, such as the displays of a gate. */
        withParts: queryFlag,
        cursor,
        limit,
      }),
      response: pageOf(auditEntry),
      errors: ["cursor/invalid"],
    },
    "GET /audit/export": {
      tag,
      summary: "Export the filtered audit trail as CSV",
      query: z.strictObject(sought),
      download: "text/csv",
      exports: "audit_log",
    },
    "GET /audit/receiver": {
      tag,
      summary: "The system that receives the seal of each day",
      permission: "people",
      response: auditReceiver,
    },
    "PUT /audit/receiver": {
      tag,
      summary: "Set the system that receives the seal of each day; an empty URL stops it",
      permission: "people",
      body: auditReceiverDraft,
      roundTrip: true,
      response: auditReceiver,
      errors: ["record/changed"],
    },
  },
);
