import * as z from "zod";
import { version } from "../../fields/record.ts";
import { headerText } from "../../fields/text.ts";
import { integrationUrl } from "../../fields/url.ts";

/** AUD-3: the input for the receiver of the daily seal. */
export const auditReceiverDraft = z.strictObject({
  /** Empty: nothing is sent. */
  url: z.union([z.literal(""), integrationUrl]),
  /** Sent as `Authorization: Bearer`, never returned; if absent, the stored one is kept. */
  secret: z.union([z.literal("").transform(() => undefined), headerText(200)]).optional(),
});

/** The validated input. */
export type AuditReceiverDraft = z.output<typeof auditReceiverDraft>;

/** AUD-3: the receiver as the server returns it, with the state of the delivery. */
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

/** AUD-3: what the receiver is sent after each day. */
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
