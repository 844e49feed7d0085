import { csvLine } from "@gatehouse/contract/entities/identifier/identifier-csv-writer";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ReadDb } from "../platform/database/database.ts";
import type { Place } from "../platform/security/cursors.ts";
import type { EventRow } from "./event-columns.ts";
import { listEvents, type Sought } from "./event-list.ts";

type Cell = (row: EventRow) => string | number | null;

const rowsAtOnce = 1_000;

const decided: Record<string, Cell> = {
  gate: ({ gateName }) => gateName,
  outcome: ({ isGranted }) => (isGranted === null ? null : isGranted ? "Granted" : "Denied"),
  reason: ({ reason }) => reason,
  sightings: ({ sightings }) => sightings,
};
const direction: Cell = (row) => (row.direction === null ? null : gateTypeTitles[row.direction]);
const vehicleType: Cell = (row) => row.vehicleType;
const source: Cell = ({ sourceName }) => sourceName;

/** EVT-2: what each module's file has beyond the times and the status. */
const columns: Record<EventModule, Record<string, Cell>> = {
  ANPR_ACCESS_CONTROL: {
    plate: ({ lp }) => lp,
    asRead: ({ lpRaw }) => lpRaw,
    source,
    vehicleType,
    direction,
    confidence: ({ confidence }) => confidence,
    ...decided,
  },
  RFID_ACCESS_CONTROL: { tag: ({ tag }) => tag, source, vehicleType, direction, ...decided },
  CAMERA_COUNTING: { source, vehicleType, direction, count: ({ count }) => count },
  EPLD: { source, occupancy: ({ occupancy }) => slotsIn(occupancy) },
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

function slotsIn(occupancy: unknown): string {
  const slots = (occupancy ?? []) as { spaceId: string; classification: string }[];
  return slots.map(({ spaceId, classification }) => `${spaceId} ${classification}`).join(", ");
}

/** EVT-4: what is filtered as CSV, the newest first, made as it is read. */
export async function* eventsAsCsv(
  db: ReadDb,
  module: EventModule,
  sought: Sought,
  timeZone: string,
): AsyncGenerator<string> {
  const timeOf = (text: string) => zonedText(new Date(text), timeZone);
  const own = Object.entries(columns[module]);
  yield csvLine(["id", "time", "receivedAt", "status", "timing", ...own.map(([name]) => name)]);
  let place: Place | undefined;
  do {
    const rows = await listEvents(db, module, sought, place, rowsAtOnce);
    const last = rows.at(-1);
    if (last) yield rows.map((row) => lineOf(row, timeOf, own)).join("");
    place =
      last && rows.length === rowsAtOnce ? { id: last.id, at: last.occurredAt, way: "next", of: "export" } : undefined;
  } while (place);
}

function lineOf(row: EventRow, timeOf: (text: string) => string, own: readonly [string, Cell][]): string {
  const cells = [row.id, timeOf(row.occurredAt), timeOf(row.receivedAt), row.status, row.timing];
  return csvLine([...cells, ...own.map(([, cell]) => cell(row))].map((cell) => String(cell ?? "")));
}
