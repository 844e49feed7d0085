import * as z from "zod";
import { defineEndpoints } from "../endpoint.ts";
import { queryFlag } from "../fields/query.ts";
import { idParams, recordId } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import type { NotificationTopic } from "../notification-topics.ts";
import { type AlertType, alertScopes, alertTypes } from "./alert-type.ts";

/** How far an alert was handled. A shelved alert returns by itself. */
export const alertStates = ["active", "acknowledged", "shelved", "resolved"] as const;

export type AlertState = (typeof alertStates)[number];

/** The limits of handling alerts. */
export const alertLimits = {
  maxShelfMinutes: 480,
  maxReasonLength: 200,
  /** Faults of the same type and subject within this time collapse into one alert … */
  collapseMs: 60_000,
  /** … from this number on. */
  collapseFrom: 3,
} as const;

export const alertTopicOf: Record<AlertType, NotificationTopic> = {
  AC_WATCH_LIST: "watch-list",
  VEHICLE_OVERSTAY: "overstay",
  AREA_FULL: "area-full",
  AREA_COUNT_IMPOSSIBLE: "data",
  AC_ANPR_BOOMBARRIER_TRIGGER_FAILED: "barrier",
  AC_RFID_BOOMBARRIER_TRIGGER_FAILED: "barrier",
  AI_DEVICE_OFFLINE: "device-offline",
  HARDWARE_OFFLINE: "device-offline",
  READER_OFFLINE: "device-offline",
  CAMERA_STREAM_DOWN: "device-offline",
  CC_CAMERA_SILENT: "device-offline",
  LOOP_STUCK: "device-offline",
  EPLD_PZQUBE_SLOT_ERROR: "device-offline",
  DISK_NEARLY_FULL: "disk",
  TLS_CERTIFICATE: "data",
  OPENINGS_SLOW: "barrier",
  AC_MYGATE_SYNC_API_FAILED: "integration",
  AC_MYGATE_NOTIFY_API_FAILED: "integration",
  AC_TICKET_VENDING_FAILED: "integration",
  EPLD_MISSING_SLOT: "data",
  EPLD_NEW_SLOT: "data",
  EPLD_CAMERA_NAME_CHANGE: "data",
  AC_CAMERA_SYNC_FAILED: "data",
  DEVICE_CLOCK_DRIFT: "data",
  CAMERA_SINK_PORT_UNAVAILABLE: "data",
  INGEST_SECRET_UNREADABLE: "data",
  DEVICE_PASSWORD_UNREADABLE: "data",
  INGEST_NOT_UNDERSTOOD: "data",
  NOTIFICATION_FAILED: "notification",
  REPORT_FAILED: "report",
  BACKUP_FAILED: "backup",
};

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
  /** How far the alert was handled. */
  state: z.enum(alertStates),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  /** When the alert returns; null unless it is shelved. */
  shelvedUntil: instant.nullable(),
  shelvedBy: z.string().nullable(),
  shelveReason: z.string().nullable(),
  /** The open alert that explains this one, such as the offline board of a barrier. */
  causeId: recordId.nullable(),
});
alert.register(z.globalRegistry, { id: "Alert", description: "Something that needs a person" });

export type Alert = z.output<typeof alert>;

const minutes = `From 1 to ${alertLimits.maxShelfMinutes} minutes (${alertLimits.maxShelfMinutes / 60} hours)`;

/** How long an alert is shelved, and why. */
export const shelfDraft = z.strictObject({
  minutes: z.int(requiredOr(minutes)).min(1, minutes).max(alertLimits.maxShelfMinutes, minutes),
  reason: requiredText(alertLimits.maxReasonLength),
});

/** The number of open alerts by state, without those that another open alert explains. */
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

/** The number of open alerts. */
export type AlertSummary = z.output<typeof alertSummary>;

/** A browser notification. */
const alertNotice = z.object({
  id: z.int().positive(),
  alertId: recordId,
  title: z.string(),
  text: z.string(),
});

/** The notifications after a position, and the position of the newest one. */
export const alertNotices = z.object({ last: z.int(), notices: z.array(alertNotice) });
alertNotices.register(z.globalRegistry, {
  id: "AlertNotices",
  description: "The notifications after a position, and the position of the newest one",
});

export const alertEndpoints = defineEndpoints(
  { read: "view", write: "resolve", gates: "own" },
  {
    "GET /alerts": {
      tag: "Alerts",
      summary: "List a scope's alerts, newest first, with or without the resolved ones",
      query: z.strictObject({
        scope: z.enum(alertScopes, `Must be one of ${alertScopes.join(", ")}`),
        resolved: queryFlag,
      }),
      response: z.array(alert),
    },
    "GET /alerts/{id}": {
      tag: "Alerts",
      summary: "Read one alert",
      params: idParams,
      response: alert,
      errors: ["record/not-found"],
    },
    "POST /alerts/{id}/resolve": {
      tag: "Alerts",
      summary: "Mark an alert as resolved",
      gates: "own",
      params: idParams,
      response: alert,
      errors: ["record/not-found"],
    },
    "GET /alerts/open": {
      tag: "Alerts",
      summary: "List the open alerts of all scopes, newest first",
      response: z.array(alert),
    },
    "GET /alerts/summary": {
      tag: "Alerts",
      summary:
        "How many open alerts are active, acknowledged and shelved, without those that another one explains, and how many each scope has",
      response: alertSummary,
    },
    "GET /alerts/notices": {
      tag: "Alerts",
      summary: "Browser notifications after a position; without one only the position of the newest",
      query: z.strictObject({ after: z.coerce.number<string>().pipe(z.int().min(0)).optional() }),
      response: alertNotices,
    },
    "POST /alerts/{id}/acknowledge": {
      tag: "Alerts",
      summary: "Acknowledge an alert: someone takes care of it",
      gates: "own",
      params: idParams,
      response: alert,
      errors: ["record/not-found", "alert/resolved"],
    },
    "POST /alerts/{id}/shelve": {
      tag: "Alerts",
      summary: "Shelve an alert for at most 8 hours; it returns by itself",
      gates: "own",
      params: idParams,
      body: shelfDraft,
      response: alert,
      errors: ["record/not-found", "alert/resolved"],
    },
    "POST /alerts/{id}/unshelve": {
      tag: "Alerts",
      summary: "Return an alert from the shelf now",
      gates: "own",
      params: idParams,
      response: alert,
      errors: ["record/not-found", "alert/resolved"],
    },
  },
);
