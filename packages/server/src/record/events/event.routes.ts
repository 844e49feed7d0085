import { csvLine } from "@gatehouse/contract/csv";
import { eventEndpoints } from "@gatehouse/contract/entities/event";
import { accessOutcomeTitles, toAccessOutcome } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { listCommandsOfEvents } from "../../gate/command.store.ts";
import type { SiteCache } from "../../gate/site-cache.ts";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import { loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Place } from "../../platform/security/cursors.ts";
import type { Services } from "../../platform/services.ts";
import { correctPlate, findCorrection } from "../data-quality/plate-correction.store.ts";
import { suggestForEvent } from "../data-quality/plate-suggestions.ts";
import type { EventRow } from "./event-columns.ts";
import { countEvents, type EventSelection, listEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";
import { explainEvent } from "./explain-event.ts";

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
async function* exportEventsCsv(
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
    const rows = await listEvents(db, module, filter, { place, limit: rowsPerQuery });
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

/** Modules whose events come from sensors; those of the others come from cameras. */
const sensorScopes: Partial<Record<EventModule, "ac" | "loop">> = { RFID_ACCESS_CONTROL: "ac", LOOP_DETECTOR: "loop" };

/**
 * The configured sources of a module's events by name. Only those at a person's gates, because they see no
 * events of the others.
 */
async function listSources(db: ReadDb, module: EventModule, gateIds: GateLimit): Promise<string[]> {
  const scope = sensorScopes[module];
  const sources = scope
    ? await db.selectFrom("sensors").select(["id", "name"]).where("scope", "=", scope).execute()
    : await db.selectFrom("cameras").select(["id", "name"]).where("module", "=", module).execute();
  const access = await loadGateAccess(db, gateIds);
  const own = sources.filter(({ id }) => access.may(scope ? "sensors" : "cameras", id, "some"));
  return [...new Set(own.map(({ name }) => name))].filter((name) => name !== "").sort();
}

/** Counting more would take too long on a page that is updated live. */
const maxCounted = 10_000;

/** Lists of events, their number, their CSV export, and the decision behind one. */
export const eventRoutes = (services: Services, siteCache: SiteCache) => {
  const { cursors, clock } = services;
  return handle(eventEndpoints, {
    "GET /events/{module}": async (call) => {
      const { module } = call.params;
      const { cursor, limit, ...sought } = call.query;
      const filter = { ...sought, gateIds: call.person.gateIds };
      const urlOf = imageUrlsFor(call, services);
      const page = await keysetPage({
        cursors,
        cursor,
        limit,
        of: `events:${module}:${JSON.stringify(sought)}`,
        timeOf: ({ occurredAt }: EventRow) => occurredAt,
        fetch: (place, count) => listEvents(call.read, module, filter, { place, limit: count }),
      });
      return { ...page, data: page.data.map((row) => toSiteEvent(row, urlOf)) };
    },
    "GET /events/{module}/count": async ({ params: { module }, query, person: { gateIds }, read }) => {
      const count = await countEvents(read, module, { ...query, gateIds }, maxCounted);
      return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
    },
    "GET /events/{module}/sources": ({ params: { module }, person: { gateIds }, read }) =>
      listSources(read, module, gateIds),
    "GET /events/{module}/export": async ({ params: { module }, query, person: { gateIds }, read }) => ({
      filename: `events-${codeOf(module)}.csv`,
      content: exportEventsCsv(read, module, { ...query, gateIds }, (await siteCache.now()).configs.timeZone),
    }),
    "GET /events/{module}/{id}": async (call) => {
      const of = { ...call.params, gateIds: call.person.gateIds };
      return (await explainEvent(call.read, of, imageUrlsFor(call, services))).event;
    },
    "GET /events/{module}/{id}/why": async (call) => {
      const { module, id } = call.params;
      const of = { module, id, gateIds: call.person.gateIds };
      const { cameraId, ...explained } = await explainEvent(call.read, of, imageUrlsFor(call, services));
      const { reasonCode, nearestFix, steps, policyVersion, shadow } = explained.trace;
      const [commands, suggestions, correction] = await Promise.all([
        listCommandsOfEvents(call.read, [id]),
        suggestForEvent(call.read, { trace: explained.trace, cameraId }),
        findCorrection(call.read, id),
      ]);
      const quality = { suggestions: correction ? [] : suggestions, correction };
      return { ...explained, reasonCode, nearestFix, steps, policyVersion, shadow, commands, ...quality };
    },
    "POST /events/{module}/{id}/correct": ({ params, body, person: { gateIds, username }, write }) =>
      write((tx) => correctPlate(tx, { ...params, gateIds }, { ...body, by: username, at: clock.now() })),
  });
};
