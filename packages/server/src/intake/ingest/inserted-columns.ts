import type { Passage } from "@gatehouse/engine/decision/outcome";
import type { Correction } from "@gatehouse/engine/decision/revise-event";
import type { CommandRecord } from "../../gate/command-record.ts";
import type { ColumnTypes } from "../../platform/database/recordset.ts";
import type { EventKeyRecord } from "./queued-event.ts";

export const passageColumns = {
  gateId: "integer",
  vehicle: "text",
  eventId: "bigint",
  occurredAt: "timestamptz",
  at: "timestamptz",
  module: "text",
  isGranted: "boolean",
  isCounted: "boolean",
} as const satisfies ColumnTypes<"passages", keyof Passage> & ColumnTypes<"passages">;

/** The columns of `commands` that are stored with a command. */
export const commandColumns = {
  eventId: "bigint",
  gateId: "integer",
  module: "text",
  kind: "text",
  targetKind: "text",
  targetId: "integer",
  targetName: "text",
  payload: "jsonb",
  state: "text",
  at: "timestamptz",
  expiresAt: "timestamptz",
  by: "text",
  reason: "text",
} as const satisfies ColumnTypes<"commands", keyof CommandRecord>;

/** The columns of an event that a later report corrects. */
export const correctionColumns = {
  id: "bigint",
  occurredAt: "timestamptz",
  lp: "text",
  lpRaw: "text",
  plateNormalized: "text",
  direction: "text",
  confidence: "double precision",
  vehicleType: "text",
  trace: "jsonb",
} as const satisfies ColumnTypes<"events", keyof Correction>;

export const eventReportColumns = {
  eventId: "bigint",
  occurredAt: "timestamptz",
  sender: "text",
  track: "text",
  receivedAt: "timestamptz",
  message: "text",
} as const satisfies ColumnTypes<"event_reports">;

/** The columns of `event_keys` that a key fills; its id and time of receipt are added when it is stored. */
export const eventKeyColumns = {
  sender: "text",
  eventId: "text",
  content: "text",
  reportedAt: "timestamptz",
  keyCamera: "text",
  camera: "text",
  isSavedCamera: "boolean",
} as const satisfies ColumnTypes<"event_keys", keyof EventKeyRecord>;
