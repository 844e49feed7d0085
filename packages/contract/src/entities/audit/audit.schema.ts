import * as z from "zod";
import { instant } from "../../fields/time.ts";
import { type AuditAction, auditActions } from "./audit-names.ts";

/** AUD-1: an action. */
export const auditAction = z.enum(
  Object.keys(auditActions) as [AuditAction, ...AuditAction[]],
  `Must be one of ${Object.keys(auditActions).join(", ")}`,
);
auditAction.register(z.globalRegistry, { id: "AuditAction", description: "What was done" });

const values = z.record(z.string(), z.unknown()).nullable();

/** AUD-1: an entry of the audit trail. */
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
  /** AUD-2: the time of the entry whose earlier values were restored; null for other changes. */
  restoredFrom: instant.nullable(),
});
auditEntry.register(z.globalRegistry, { id: "AuditEntry", description: "An entry of the audit trail" });

/** An entry of the audit trail. */
export type AuditEntry = z.output<typeof auditEntry>;
