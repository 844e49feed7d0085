import type { ReportCode } from "./report-types.ts";

/**
 * How a value is stored in a row and shown. `time` is ISO 8601 with the site's offset, `id` is a number without
 * separators, and `decimal` has two decimals. `money` is an integer in minor units of the site's currency, and `duration`
 * is in seconds. `picture` is the name of a stored image (on screen its URL). `link` is the reference of an event, see
 * `event-reference.ts`.
 */
export type ReportValueKind =
  | "time"
  | "text"
  | "id"
  | "integer"
  | "decimal"
  | "money"
  | "duration"
  | "picture"
  | "link";

export const reportValueKinds = [
  "time",
  "text",
  "id",
  "integer",
  "decimal",
  "money",
  "duration",
  "picture",
  "link",
] as const satisfies readonly ReportValueKind[];

export interface ReportColumn {
  /** The key of its values in a row. */
  readonly key: string;
  readonly title: string;
  readonly kind: ReportValueKind;
  /** In characters. */
  readonly width: number;
}

/** What the totals of parts of a report are about. Only the Fare Report has them. */
export const totalGroupTitle = "Tariff or shift";

const unregistered = (identifier: ReportColumn): readonly ReportColumn[] => [
  identifier,
  { key: "firstSeen", title: "First seen", kind: "time", width: 26 },
  { key: "lastSeen", title: "Last seen", kind: "time", width: 26 },
  { key: "visits", title: "Visits", kind: "integer", width: 8 },
  { key: "gates", title: "Gates", kind: "text", width: 24 },
  { key: "decisions", title: "Decisions", kind: "text", width: 24 },
  { key: "misreadOf", title: "Probable misread of", kind: "text", width: 24 },
  { key: "firstPicture", title: "First picture", kind: "picture", width: 16 },
  { key: "lastPicture", title: "Last picture", kind: "picture", width: 16 },
  { key: "event", title: "Last event", kind: "link", width: 16 },
];

export const stayColumn: ReportColumn = { key: "stay", title: "Stay", kind: "id", width: 10 };

/** The columns of each report type, in order. The Bulk Report is made of the others. */
export const reportColumns: Record<ReportCode, readonly ReportColumn[]> = {
  REGISTERED_VEHICLE_ACCESS: [
    { key: "time", title: "Time", kind: "time", width: 26 },
    { key: "gate", title: "Gate", kind: "text", width: 20 },
    { key: "direction", title: "Direction", kind: "text", width: 10 },
    { key: "plateRead", title: "Plate as read", kind: "text", width: 16 },
    { key: "plateMatched", title: "Plate as matched", kind: "text", width: 16 },
    { key: "tag", title: "Tag", kind: "text", width: 26 },
    { key: "confidence", title: "Confidence", kind: "decimal", width: 11 },
    { key: "vehicle", title: "Vehicle", kind: "text", width: 20 },
    { key: "owner", title: "Owner", kind: "text", width: 24 },
    { key: "organisation", title: "Organisation", kind: "text", width: 20 },
    { key: "groups", title: "Groups", kind: "text", width: 20 },
    { key: "decision", title: "Decision", kind: "text", width: 20 },
    { key: "reason", title: "Reason", kind: "text", width: 40 },
    { key: "barrier", title: "Barrier confirmation", kind: "text", width: 22 },
    { key: "operator", title: "Opened by", kind: "text", width: 18 },
    { key: "operatorReason", title: "Reason of the operator", kind: "text", width: 24 },
    { key: "picture", title: "Picture", kind: "picture", width: 16 },
    { key: "event", title: "Event", kind: "link", width: 16 },
  ],
  UNREGISTERED_RFID_VEHICLE_ACCESS: unregistered({ key: "tag", title: "Tag", kind: "text", width: 26 }),
  UNREGISTERED_ANPR_VEHICLE_ACCESS: unregistered({ key: "plate", title: "Plate", kind: "text", width: 16 }),
  FARE: [
    { key: "kind", title: "Kind", kind: "text", width: 14 },
    { key: "plate", title: "Vehicle", kind: "text", width: 16 },
    { key: "vehicle", title: "Vehicle type", kind: "text", width: 20 },
    { key: "entry", title: "Entry", kind: "time", width: 26 },
    { key: "entryGate", title: "Entry gate", kind: "text", width: 20 },
    { key: "exit", title: "Exit", kind: "time", width: 26 },
    { key: "exitGate", title: "Exit gate", kind: "text", width: 20 },
    { key: "duration", title: "Duration", kind: "duration", width: 12 },
    { key: "tariff", title: "Tariff", kind: "text", width: 20 },
    { key: "tariffVersion", title: "Version", kind: "integer", width: 8 },
    { key: "gross", title: "Gross", kind: "money", width: 12 },
    { key: "discount", title: "Discount", kind: "money", width: 12 },
    { key: "waived", title: "Waived", kind: "money", width: 12 },
    { key: "net", title: "Net", kind: "money", width: 12 },
    { key: "reason", title: "Reason of the reduction", kind: "text", width: 30 },
    { key: "operator", title: "Reduced by", kind: "text", width: 18 },
    { key: "shift", title: "Shift", kind: "text", width: 34 },
    stayColumn,
    { key: "entryEvent", title: "Entry event", kind: "link", width: 16 },
    { key: "exitEvent", title: "Exit event", kind: "link", width: 16 },
  ],
  OSD: [
    { key: "time", title: "Time", kind: "time", width: 26 },
    { key: "lane", title: "Lane", kind: "text", width: 18 },
    { key: "camera", title: "Camera", kind: "text", width: 20 },
    { key: "plate", title: "Plate", kind: "text", width: 16 },
    { key: "vehicleClass", title: "Vehicle class", kind: "text", width: 20 },
    { key: "speed", title: "Speed (km/h)", kind: "decimal", width: 13 },
    { key: "limit", title: "Limit (km/h)", kind: "decimal", width: 13 },
    { key: "excess", title: "Excess (km/h)", kind: "decimal", width: 13 },
    { key: "picture", title: "Picture", kind: "picture", width: 16 },
    { key: "evidenceHash", title: "Evidence hash (SHA-256)", kind: "text", width: 66 },
    { key: "event", title: "Event", kind: "link", width: 16 },
  ],
  OPERATOR_PORTAL_ACCESS: [
    { key: "time", title: "Time", kind: "time", width: 26 },
    { key: "person", title: "Person", kind: "text", width: 18 },
    { key: "action", title: "Action", kind: "text", width: 18 },
    { key: "object", title: "Object", kind: "text", width: 28 },
    { key: "summary", title: "Summary", kind: "text", width: 40 },
    { key: "before", title: "Before", kind: "text", width: 40 },
    { key: "after", title: "After", kind: "text", width: 40 },
    { key: "address", title: "Address", kind: "text", width: 18 },
  ],
  BULK: [],
};
