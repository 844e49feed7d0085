import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { cursor, limit, pageOf, queryFlag, queryText } from "../../fields/query.ts";
import { sentTime } from "../../fields/time.ts";
import { auditAction, auditEntry } from "./audit.schema.ts";
import { auditReceiver, auditReceiverDraft } from "./audit-receiver.schema.ts";

const tag = "Audit";

const sought = {
  /** A part of the user name; upper and lower case are the same. */
  user: queryText(200),
  action: auditAction.optional(),
  entity: queryText(64),
  /** AUD-2: with `entity`, the history of one record. */
  entityId: queryText(64),
  from: sentTime.optional(),
  to: sentTime.optional(),
};

/** AUD-1: the endpoints of the audit trail. */
export const auditEndpoints = defineEndpoints(
  { read: "audit", write: "audit" },
  {
    "GET /audit": {
      tag,
      summary: "Page through the audit trail, the newest entry first",
      query: z.strictObject({
        ...sought,
        /** AUD-2: with `entityId`, also the parts of the record, such as the displays of a gate. */
        withParts: queryFlag,
        cursor,
        limit,
      }),
      answer: pageOf(auditEntry),
      faults: ["cursor/invalid"],
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
      answer: auditReceiver,
    },
    "PUT /audit/receiver": {
      tag,
      summary: "Set the system that receives the seal of each day; an empty URL stops it",
      permission: "people",
      body: auditReceiverDraft,
      roundTrip: true,
      answer: auditReceiver,
      faults: ["record/changed"],
    },
  },
);
