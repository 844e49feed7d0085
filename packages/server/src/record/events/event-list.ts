import { failedCommandStates } from "@gatehouse/contract/events/command";
import { type EventFigureName, eventFigures } from "@gatehouse/contract/events/event-fields";
import type { EventModule, EventStatus } from "@gatehouse/contract/events/event-module";
import { asText } from "@gatehouse/contract/fields/as-text";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import type { Place } from "../../platform/security/cursors.ts";
import { type EventRow, listedEventColumns } from "./event-columns.ts";

export interface EventFilter {
  all: boolean;
  status?: EventStatus | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  source?: string | undefined;
  direction?: GateType | undefined;
  granted?: "true" | "false" | undefined;
  /** Only the events behind a figure. */
  figure?: EventFigureName | undefined;
  /** Only the events of these gates: ids separated by commas. */
  gates?: string | undefined;
  /** Only this hour of this weekday at the site: "1-8" is Monday from 8 to 9. */
  weekHour?: string | undefined;
}

/** The filters, and the gates that the reader is limited to. */
export interface EventSelection extends EventFilter {
  gateIds: GateLimit;
}

const columns = sql.join(listedEventColumns.map((column) => sql.ref(column)));

/**
 * How the last open command of an event's passage failed; a person may have opened the barrier after a failure.
 * The index `commands_event` finds it.
 */
const barrierFailure = sql`
  case when "isGranted" then (
    select case when state in (${sql.join(failedCommandStates)}) then state end from commands
    where "eventId" = coalesce(listed."passageOf", listed.id) and kind = 'open'
    order by id desc limit 1
  ) end as "barrierFailure"`;

/** The results of shadow rules. The index `events_shadow` finds them, so other traces are not read. */
const shadow = sql`
  case when "isGranted" is not null then (
    select array(select one->>'text' from jsonb_array_elements(shown.trace->'shadow') one)
    from events shown
    where shown.id = listed.id and shown."occurredAt" = listed."occurredAt" and shown.trace ? 'shadow'
  ) end as shadow`;

/** The last opening of an event's passage by a person that the barrier accepted. */
const letIn = sql`
  case when "gateId" is not null then (
    select jsonb_build_object('by', c.by, 'reason', coalesce(c.reason, '')) from commands c
    where c."eventId" = coalesce(listed."passageOf", listed.id) and c.kind = 'open' and c.by is not null
      and c.state = 'accepted'
    order by c.id desc limit 1
  ) end as "letIn"`;

const selectEvents = (condition: RawBuilder<unknown>) =>
  sql<EventRow>`select ${columns}, ${barrierFailure}, ${letIn}, ${shadow} from events listed where ${condition}`;

/** Lists a module's events, newest first, or those next to the place of a cursor, nearest first. */
export async function listEvents(
  db: ReadDb,
  module: EventModule,
  filter: EventSelection,
  { place, limit }: { place: Place | undefined; limit: number },
): Promise<EventRow[]> {
  const ranges = toIndexRanges(module, filter);
  const gateIds = toGateIds(module, filter);
  if (ranges.length === 0 || hasOnlyPunctuation(filter) || gateIds?.length === 0) return [];
  const order = place?.way === "prev" ? sql`asc` : sql`desc`;
  const filtered = sql.join([sql`module = ${module}`, ...toConditions(module, filter, place)], sql` and `);
  const ordered = sql`order by "occurredAt" ${order}, id ${order} limit ${limit}`;
  const candidates = isSelective(filter)
    ? sql`select ${columns}, "passageOf" from events where ${filtered} and ${isInAnyPart(ranges, gateIds)}`
    : sql.join(
        toParts(ranges, gateIds).map(
          (part) => sql`(select ${columns}, "passageOf" from events where ${filtered} and ${part} ${ordered})`,
        ),
        sql` union all `,
      );
  const { rows } = await sql<EventRow>`
    with found as materialized (${candidates}), listed as (select * from found ${ordered})
    select ${columns}, ${barrierFailure}, ${letIn}, ${shadow} from listed order by "occurredAt" ${order}, id ${order}`.execute(
    db,
  );
  return rows;
}

/** Counts as many events of a list as the limit allows, and one more if there are more. */
export async function countEvents(
  db: ReadDb,
  module: EventModule,
  filter: EventSelection,
  limit: number,
): Promise<number> {
  const ranges = toIndexRanges(module, filter);
  const gateIds = toGateIds(module, filter);
  if (ranges.length === 0 || hasOnlyPunctuation(filter) || gateIds?.length === 0) return 0;
  const filtered = sql.join([sql`module = ${module}`, ...toConditions(module, filter, undefined)], sql` and `);
  const parts = (isSelective(filter) ? [isInAnyPart(ranges, gateIds)] : toParts(ranges, gateIds)).map(
    (part) => sql`(select from events where ${filtered} and ${part} limit ${limit + 1})`,
  );
  const { count } = await onlyRow(
    sql<{ count: number }>`
      select count(*)::integer as count
      from (select from (${sql.join(parts, sql` union all `)}) found limit ${limit + 1}) counted`,
    db,
  );
  return count;
}

/** With more parts than this, planning them would take longer than skipping the events of other gates. */
const maxGateParts = 12;

/**
 * The conditions of the sorted parts that a list merges: the ranges of the index `events_page`. For a person who is limited
 * to a few gates each gate has its own parts, because other gates may have many more events: `events_gate` finds them.
 */
function toParts(ranges: readonly IndexRange[], gateIds: GateLimit): RawBuilder<unknown>[] {
  const isEachGate = gateIds !== null && gateIds.length * ranges.length <= maxGateParts;
  const gates = isEachGate ? gateIds.map((id) => sql`"gateId" = ${id}`) : [isAtGates(gateIds)];
  return gates.flatMap((isAtGate) => ranges.map((range) => sql`${isInRange(range)} and ${isAtGate}`));
}

/** The condition of all parts together. */
const isInAnyPart = (ranges: readonly IndexRange[], gateIds: GateLimit) =>
  sql`${isAtGates(gateIds)} and (${sql.join(ranges.map(isInRange), sql` or `)})`;

/** Events without a gate are shown only to people without a limit. */
const isAtGates = (gateIds: GateLimit) =>
  gateIds === null ? sql`true` : sql`"gateId" = any(${[...gateIds]}::integer[])`;

const parseGates = (gates: string) => gates.split(",").map(Number);

/** The gates of a list: those that were chosen and that the person may see. Loops have no gate of their own. */
function toGateIds(module: EventModule, { gates, gateIds }: EventSelection): GateLimit {
  if (gates === undefined || module === "LOOP_DETECTOR") return gateIds;
  return parseGates(gates).filter((id) => gateIds === null || gateIds.includes(id));
}

type Listing = EventRecord["listing"];
/** A range of the index `events_page`, in which events are ordered by time. */
type IndexRange = readonly [EventStatus, Listing];

/** The index ranges that a list covers. The list merges their first rows, so it skips no rows of other kinds. */
function toIndexRanges(module: EventModule, { all, status, granted, figure }: EventFilter): IndexRange[] {
  // Granted events are always processed, denied ones received.
  const decided: EventStatus | undefined =
    granted === undefined ? undefined : granted === "true" ? "PROCESSED" : "RECEIVED";
  const statuses = (["PROCESSED", "RECEIVED"] as const).filter(
    (one) => (status === undefined || one === status) && (decided === undefined || one === decided),
  );
  return statuses.flatMap((one) =>
    toListings(module, all || figure !== undefined).map((listing) => [one, listing] as const),
  );
}

function toListings(module: EventModule, all: boolean): readonly Listing[] {
  if (module === "RFID_ACCESS_CONTROL") return ["gate", "elsewhere"];
  if (module !== "ANPR_ACCESS_CONTROL") return ["elsewhere"];
  return all ? ["gate", "elsewhere"] : ["gate"];
}

const isInRange = ([status, listing]: IndexRange) => sql`(status = ${status} and listing = ${listing})`;

/** Plates and tags are stored without punctuation, so such a search must find nothing rather than everything. */
const hasOnlyPunctuation = ({ search = "" }: EventFilter) => search !== "" && normalizeIdentifier(search) === "";

// Trigram indexes need three characters.
const minTrigramLength = 3;

/** Few events match a long search, so it is faster to find all of them and sort, which the planner underestimates. */
const isSelective = (filter: EventFilter) => searchedText(filter).length >= minTrigramLength;

const searchedText = ({ search }: EventFilter) => normalizeIdentifier(asText(search));

function toConditions(module: EventModule, filter: EventFilter, place: Place | undefined): RawBuilder<unknown>[] {
  const { from, to, source, direction, granted } = filter;
  const text = searchedText(filter);
  const searched = module === "RFID_ACCESS_CONTROL" ? sql.ref("tagNormalized") : sql.ref("plateNormalized");
  const beyond = place?.way === "prev" ? sql`>` : sql`<`;
  return [
    ...(from === undefined ? [] : [sql`"occurredAt" >= ${from}`]),
    ...(to === undefined ? [] : [sql`"occurredAt" < ${to}`]),
    ...(text === "" ? [] : [sql`${searched} like ${`%${text}%`}`]),
    ...(source === undefined || source === "" ? [] : [sql`"sourceName" = ${source}`]),
    ...(direction === undefined ? [] : [sql`direction = ${direction}`]),
    ...(granted === undefined ? [] : [sql`"isGranted" = ${granted === "true"}`]),
    ...(filter.figure === undefined ? [] : [countsAs(filter.figure)]),
    ...(filter.gates === undefined || module !== "LOOP_DETECTOR" ? [] : [isLoopOf(parseGates(filter.gates))]),
    ...(filter.weekHour === undefined ? [] : [isInWeekHour(filter.weekHour)]),
    ...(place?.at === undefined ? [] : [sql`("occurredAt", id) ${beyond} (${place.at}, ${place.id})`]),
  ];
}

/** In the time zone of the site, like the overview's counts. */
function isInWeekHour(weekHour: string): RawBuilder<unknown> {
  const [weekday, hour] = weekHour.split("-").map(Number);
  const local = sql`("occurredAt" at time zone (select value #>> '{}' from configs where key = 'timeZone'))`;
  return sql`extract(isodow from ${local}) = ${weekday} and extract(hour from ${local}) = ${hour}`;
}

/** The figures of the overview count by the same conditions, in migration 0044. */
function countsAs(figure: EventFigureName): RawBuilder<unknown> {
  const { kind } = eventFigures[figure];
  if (kind === "mark")
    return sql`exists (select from event_marks m where m."eventId" = events.id and m.figure = ${figure})`;
  if (kind === "open-stay") return sql`exists (select from open_stays s where s."eventId" = events.id)`;
  return sql`${figure} = any(event_figures(module, status, direction, "isGranted", confidence, "passageOf"))`;
}

const isLoopOf = (gateIds: readonly number[]) =>
  sql`figure_gate(module, "gateId", "sensorId") = any(${[...gateIds]}::integer[])`;

/** Loads events by their ids, unordered. */
export async function loadEventsById(db: ReadDb, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  return (await selectEvents(isOneOf(ids)).execute(db)).rows;
}

/** SQL condition that leaves out further detections of a listed passage. */
export const isListed = sql<boolean>`listing <> ${"again" satisfies Listing}`;

/** Loads those of some events that lists show, unordered. */
export async function loadListedEvents(db: ReadDb, ids: readonly number[]): Promise<EventRow[]> {
  if (ids.length === 0) return [];
  return (await selectEvents(sql`${isOneOf(ids)} and ${isListed}`).execute(db)).rows;
}

const isOneOf = (ids: readonly number[]) => sql`id = any(${[...ids]}::bigint[])`;
