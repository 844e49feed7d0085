import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { Place } from "../platform/security/cursors.ts";
import { type EventRow, listedEventColumns } from "./event-columns.ts";

/** What a list of events is narrowed to. */
export interface Sought {
  all: boolean;
  status?: EventStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  source?: string | undefined;
  direction?: GateType | undefined;
  granted?: "true" | "false" | undefined;
}

const columns = sql.join(listedEventColumns.map((column) => sql.ref(column)));

/** EVT-4: a module's events from a place on, nearest first; the newest first without a place. */
export async function listEvents(
  db: ReadDb,
  module: EventModule,
  sought: Sought,
  place: Place | undefined,
  limit: number,
): Promise<EventRow[]> {
  const shelves = shelvesOf(module, sought);
  if (shelves.length === 0 || isOfSignsOnly(sought)) return [];
  const order = place?.way === "prev" ? sql`asc` : sql`desc`;
  const narrowed = sql.join([sql`module = ${module}`, ...conditions(module, sought, place)], sql` and `);
  const ordered = sql`order by "occurredAt" ${order}, id ${order} limit ${limit}`;
  const onShelves = isNarrow(sought)
    ? sql`select ${columns} from events where ${narrowed} and (${sql.join(shelves.map(onShelf), sql` or `)})`
    : sql.join(
        shelves.map(
          (listing) => sql`(select ${columns} from events where ${narrowed} and ${onShelf(listing)} ${ordered})`,
        ),
        sql` union all `,
      );
  const { rows } = await sql<EventRow>`
    with found as materialized (${onShelves}) select * from found ${ordered}`.execute(db);
  return rows;
}

type Shelf = readonly [EventStatus, "gate" | "elsewhere"];

/** Each combination that the index has together: their first rows are merged, and no run of others is walked through. */
function shelvesOf(module: EventModule, { all, status, granted }: Sought): Shelf[] {
  // Granted is processed, denied is received, whatever else is said.
  const decided: EventStatus | undefined =
    granted === undefined ? undefined : granted === "true" ? "PROCESSED" : "RECEIVED";
  const statuses = (["PROCESSED", "RECEIVED"] as const).filter(
    (one) => (status === undefined || one === status) && (decided === undefined || one === decided),
  );
  return statuses.flatMap((one) => placesOf(module, all).map((where) => [one, where] as const));
}

function placesOf(module: EventModule, all: boolean): readonly Shelf[1][] {
  if (module === "RFID_ACCESS_CONTROL") return ["gate", "elsewhere"];
  if (module !== "ANPR_ACCESS_CONTROL") return ["elsewhere"];
  return all ? ["gate", "elsewhere"] : ["gate"];
}

const onShelf = ([status, listing]: Shelf) => sql`(status = ${status} and listing = ${listing})`;

/** No plate and no tag has anything but letters and digits: such a search finds nothing, not everything. */
const isOfSignsOnly = ({ search = "" }: Sought) => search !== "" && normalizeIdentifier(search) === "";

// Trigrams find texts of three letters and more.
const shortestTrigram = 3;

/** Few enough match a longer search to be found first and sorted then, whatever the planner expects. */
const isNarrow = ({ search }: Sought) => normalizeIdentifier(search ?? "").length >= shortestTrigram;

function conditions(module: EventModule, sought: Sought, place: Place | undefined): RawBuilder<unknown>[] {
  const { from, to, search, source, direction, granted } = sought;
  const text = normalizeIdentifier(search ?? "");
  const searched = module === "RFID_ACCESS_CONTROL" ? sql.ref("tagNormalized") : sql.ref("plateNormalized");
  const beyond = place?.way === "prev" ? sql`>` : sql`<`;
  return [
    ...(from === undefined ? [] : [sql`"occurredAt" >= ${from}`]),
    ...(to === undefined ? [] : [sql`"occurredAt" < ${to}`]),
    ...(text === "" ? [] : [sql`${searched} like ${`%${text}%`}`]),
    ...(source === undefined || source === "" ? [] : [sql`"sourceName" = ${source}`]),
    ...(direction === undefined ? [] : [sql`direction = ${direction}`]),
    ...(granted === undefined ? [] : [sql`"isGranted" = ${granted === "true"}`]),
    ...(place?.at === undefined ? [] : [sql`("occurredAt", id) ${beyond} (${place.at}, ${place.id})`]),
  ];
}

/** Events by their ids, in no order. */
export async function loadEventsById(db: ReadDb, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  return (await sql<EventRow>`select ${columns} from events where ${isOneOf(ids)}`.execute(db)).rows;
}

/** Those of some events that a list shows: a further sighting of a passage is told by its first event. */
export async function loadListedEvents(db: ReadDb, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  const listed = sql<EventRow>`select ${columns} from events where ${isOneOf(ids)} and listing <> 'again'`;
  return (await listed.execute(db)).rows;
}

const isOneOf = (ids: readonly number[]) => sql`id = any(${[...ids]}::bigint[])`;
