import * as z from "zod";
import { recordId } from "../../fields/record.ts";
import { requiredOr } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { alertLimits, alertStates } from "./alert-state.ts";
import { alertScopes, alertTypes } from "./alert-type.ts";

/** An alert as the server returns it. */
export const alert = z.object({
  id: recordId,
  type: z.enum(alertTypes),
  scope: z.enum(alertScopes),
  status: z.enum(["new", "resolved"]),
  title: z.string(),
  description: z.string(),
  createdAt: instant,
  /** How often the fault occurred while the alert was open. */
  count: z.int().positive(),
  lastSeenAt: instant,
  resolvedAt: instant.nullable(),
  /** Who resolved it; null if the fault ended by itself. */
  resolvedBy: z.string().nullable(),
  additionalInfo: z.record(z.string(), z.unknown()),
  /** OPS-8: how far the alert was handled. */
  state: z.enum(alertStates),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  /** OPS-8: when the alert returns; null unless it is shelved. */
  shelvedUntil: instant.nullable(),
  shelvedBy: z.string().nullable(),
  shelveReason: z.string().nullable(),
  /** OPS-8: the open alert that explains this one, such as the offline board of a barrier. */
  causeId: recordId.nullable(),
});
alert.register(z.globalRegistry, { id: "Alert", description: "Something that needs a person" });

/** A stored alert. */
export type Alert = z.output<typeof alert>;

const minutes = `From 1 to ${alertLimits.maxShelfMinutes} minutes (${alertLimits.maxShelfMinutes / 60} hours)`;

/** OPS-8: how long an alert is shelved, and why. */
export const shelfDraft = z.strictObject({
  minutes: z.int(requiredOr(minutes)).min(1, minutes).max(alertLimits.maxShelfMinutes, minutes),
  reason: requiredText(alertLimits.maxReasonLength),
});

/** OPS-8: the number of open alerts by state, without those that another open alert explains. */
export const alertSummary = z.object({
  active: z.int(),
  acknowledged: z.int(),
  shelved: z.int(),
  /** The number of active alerts of each scope. */
  scopes: z.record(z.enum(alertScopes), z.int()),
});
alertSummary.register(z.globalRegistry, {
  id: "AlertSummary",
  description: "The number of open alerts by state, without those that another open alert explains",
});

/** OPS-8: the number of open alerts. */
export type AlertSummary = z.output<typeof alertSummary>;

/** A browser notification. */
const alertNotice = z.object({
  id: z.int().positive(),
  alertId: recordId,
  title: z.string(),
  text: z.string(),
});

/** NOTE-1: the notifications after a position, and the position of the newest one. */
export const alertNotices = z.object({ last: z.int(), notices: z.array(alertNotice) });
alertNotices.register(z.globalRegistry, {
  id: "AlertNotices",
  description: "The notifications after a position, and the position of the newest one",
});
