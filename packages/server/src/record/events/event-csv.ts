import { csvLine } from "@gatehouse/contract/csv";
import { accessOutcomeTitles, toAccessOutcome } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Place } from "../../platform/security/cursors.ts";
import type { EventRow } from "./event-columns.ts";
import { type EventSelection, listEvents } from "./event-list.ts";

type Cell = (row: EventRow) => string | number | null;

const rowsPerQuery = 1_000;

const decisionColumns: Record<string, Cell> = {
  gate: ({ gateName }) => gateName,
  outcome: ({ isGranted, barrierFailure }) =>
    isGranted === null ? null : accessOutcomeTitles[toAccessOutcome(isGranted, barrierFailure)],
  reason: ({ reason }) => reason,
  sightings: ({ sightings }) => sightings,
  letIn: ({ letIn }) => letIn && `${letIn.by}: ${letIn.reason}`,
};
const direction: Cell = (row) => (row.direction === null ? null : gateTypeTitles[row.direction]);
const vehicleType: Cell = (row) => row.vehicleType;
const source: Cell = ({ sourceName }) => sourceName;

/** The columns of each module besides id, times and status. */
const columns: Record<EventModule, Record<string, Cell>> = {
  ANPR_ACCESS_CONTROL: {
    plate: ({ lp }) => lp,
    asRead: ({ lpRaw }) => lpRaw,
    source,
    vehicleType,
    direction,
    confidence: ({ confidence }) => confidence,
    ...decisionColumns,
  },
  RFID_ACCESS_CONTROL: { tag: ({ tag }) => tag, source, vehicleType, direction, ...decisionColumns },
  CAMERA_COUNTING: { source, vehicleType, direction, count: ({ count }) => count },
  EPLD: { source, occupancy: ({ occupancy }) => formatSlots(occupancy) },
  LOOP_DETECTOR: { source, direction },
  OSD: {
    plate: ({ lp }) => lp,
    asRead: ({ lpRaw }) => lpRaw,
    source,
    vehicleType,
    speed: ({ speed }) => speed?.toFixed(2) ?? null,
    speedLimit: ({ speedLimit }) => speedLimit,
  },
};

function formatSlots(occupancy: unknown): string | null {
  const slots = occupancy as { spaceId: string; classification: string }[] | null;
  return slots?.map(({ spaceId, classification }) => `${spaceId} ${classification}`).join(", ") ?? null;
}

/** The filtered events as CSV, newest first, generated while it is downloaded. */
export async function* exportEventsCsv(
  db: ReadDb,
  module: EventModule,
  filter: EventSelection,
  timeZone: string,
): AsyncGenerator<string> {
  const formatTime = (text: string) => zonedText(new Date(text), timeZone);
  const moduleColumns = Object.entries(columns[module]);
  yield csvLine(["id", "time", "receivedAt", "status", "timing", ...moduleColumns.map(([name]) => name)]);
  let place: Place | undefined;
  do {
    const rows = await listEvents(db, module, filter, place, rowsPerQuery);
    const last = rows.at(-1);
    if (last) yield rows.map((row) => toLine(row, formatTime, moduleColumns)).join("");
    place =
      last && rows.length === rowsPerQuery
        ? { id: last.id, at: last.occurredAt, way: "next", of: "export" }
        : undefined;
  } while (place);
}

function toLine(row: EventRow, formatTime: (text: string) => string, moduleColumns: readonly [string, Cell][]): string {
  const cells = [row.id, formatTime(row.occurredAt), formatTime(row.receivedAt), row.status, row.timing];
  return csvLine([...cells, ...moduleColumns.map(([, cell]) => cell(row))]);
}
