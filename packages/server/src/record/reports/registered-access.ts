import {
  barrierConfirmation,
  type CommandError,
  type CommandState,
  failedCommandStates,
} from "@gatehouse/contract/events/command";
import { accessOutcomeTitles, toAccessOutcome } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { withTimes } from "@gatehouse/contract/fields/time";
import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import { dayMs, zonedText } from "@gatehouse/contract/fields/zoned-time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { type AccessFilter, accessEvents, accessPage } from "./access-events.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, exactTime, type RowRange, totalOf } from "./sql-source.ts";
import { loadTimeChart } from "./time-chart.ts";

interface AccessRow {
  id: number;
  module: EventModule;
  occurredAt: string;
  exactTime: string;
  gateId: number | null;
  gateName: string | null;
  direction: GateType | null;
  plateRead: string | null;
  plateMatched: string | null;
  tag: string | null;
  confidence: number | null;
  vehicleType: string | null;
  owner: string | null;
  organisation: string | null;
  groups: string | null;
  isGranted: boolean | null;
  reason: string;
  barrier: CommandState | null;
  operator: string | null;
  operatorReason: string | null;
  picture: string | null;
  sightings: number;
}

type FurtherReads = Pick<AccessRow, "plateRead" | "tag" | "confidence" | "picture">;

const registered = {
  modules: ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"],
  isRegistered: true,
} as const;

/** The identifier, reservation or pass that matched; those of a denied vehicle are in its trace. */
const matched = sql`
  left join lateral (
    select one->>'kind' as kind, (one->>'id')::integer as id
    from jsonb_array_elements(e.trace->'candidates') with ordinality as candidates(one, place)
    where e."identifierId" is null and e."reservationId" is null
    order by (one->>'isMatch')::boolean desc, place limit 1
  ) c on true
  left join identifiers i on i.id = coalesce(e."identifierId", case when c.kind = 'identifier' then c.id end)
  left join reservations r on r.id = coalesce(e."reservationId", case when c.kind = 'reservation' then c.id end)
  left join access_passes p on p.id = case when c.kind = 'pass' then c.id end`;

const owner = sql`coalesce(i."ownerName", p.name, nullif(concat_ws(' ', r."driverFirstName", r."driverLastName"), ''))`;

/** The groups of the identifier at the time of the event. */
const memberships = sql`
  select distinct on (m."groupId") m."groupId", m."isMember" from identifier_group_changes m
  where m."identifierId" = i.id and m.at <= e."occurredAt" order by m."groupId", m.id desc`;

// Not computed by PostgreSQL: with constants, the plan contains only the partitions of the period.
const dayBefore = (time: Date) => new Date(time.getTime() - dayMs);
const dayAfter = (time: Date) => new Date(time.getTime() + dayMs);

/** The last open command, and the last one of a person. */
const openings = sql`
  left join lateral (
    select (array_agg(c.state order by c.id desc))[1] as state,
      (array_agg(c.by order by c.id desc) filter (where c.by is not null))[1] as by,
      (array_agg(c.reason order by c.id desc) filter (where c.by is not null))[1] as reason
    from commands c where c."eventId" = e.id and c.kind = 'open'
  ) o on true`;

/** The filters by what matched. */
function toFilter({ filters: { groupId, person } }: ReportRequest): AccessFilter | undefined {
  const conditions = [
    ...(groupId === undefined
      ? []
      : [sql`exists (select from (${memberships}) m where m."groupId" = ${groupId} and m."isMember")`]),
    ...(person === undefined || person === "" ? [] : [sql`strpos(lower(${owner}), lower(${person})) > 0`]),
  ];
  return conditions.length === 0 ? undefined : { joins: matched, condition: sql.join(conditions, sql` and `) };
}

/** All events of the report, in no order. */
function allEvents(request: ReportRequest): RawBuilder<unknown> {
  const events = accessEvents(registered, request);
  const filter = toFilter(request);
  return filter ? sql`select e.* from (${events}) e ${filter.joins} where ${filter.condition}` : events;
}

const select = (request: ReportRequest, range: RowRange) => sql<AccessRow>`
  select e.id, e.module, e."occurredAt", ${exactTime(sql`e."occurredAt"`)} as "exactTime", e."gateId", e."gateName", e.direction,
    e."lpRaw" as "plateRead",
    coalesce(case i.type when 'LICENSE_PLATE' then i.iid else i.lp end, r.lp, p.lp) as "plateMatched",
    e.tag, e.confidence, e.sightings,
    coalesce(e."vehicleType", i."vehicleType") as "vehicleType", ${owner} as owner, i."orgName" as organisation,
    (select string_agg(g.name, ', ' order by g.name) from (${memberships}) m join access_groups g on g.id = m."groupId"
      where m."isMember") as groups,
    e."isGranted", e.reason, o.state as barrier, o.by as operator, o.reason as "operatorReason",
    coalesce(e."fullImage", e."plateImage") as picture
  from (${accessPage(registered, request, range, toFilter(request))}) e
  ${matched} ${openings}
  order by e."occurredAt", e.id`;

/**
 * Adds the other reads of the passages: the plate of a tag, or the tag of a plate. They are never days apart. Few passages
 * have any, so they are no part of the statement above.
 */
async function withFurtherReads(db: ReadDb, rows: readonly AccessRow[]): Promise<AccessRow[]> {
  const several = rows.filter(({ sightings }) => sightings > 1);
  const [first, last] = [several[0], several.at(-1)];
  if (!first || !last) return [...rows];
  const { rows: found } = await sql<FurtherReads & { passageOf: number }>`
    select "passageOf", min("lpRaw") as "plateRead", min(tag) as tag, max(confidence) as confidence,
      min("fullImage") as picture
    from events
    where "passageOf" = any(${several.map(({ id }) => id)}::bigint[])
      and "occurredAt" >= ${dayBefore(new Date(first.occurredAt))} and "occurredAt" < ${dayAfter(new Date(last.occurredAt))}
    group by 1`.execute(db);
  const reads = new Map(found.map(({ passageOf, ...read }) => [passageOf, read]));
  return rows.map((row) => {
    const read = reads.get(row.id);
    if (!read) return row;
    return {
      ...row,
      plateRead: row.plateRead ?? read.plateRead,
      tag: row.tag ?? read.tag,
      confidence: row.confidence ?? read.confidence,
      picture: row.picture ?? read.picture,
    };
  });
}

const toError = (state: CommandState | null): CommandError | null =>
  failedCommandStates.find((failed) => failed === state) ?? null;

/** A time inside a sentence: `2026-12-31 23:59`, in the zone of the report. */
const minuteText = (at: Date, timeZone: string) =>
  zonedText(at, timeZone).slice(0, "2026-12-31T23:59".length).replace("T", " ");

const toRow = (row: AccessRow, timeZone: string): ReportRow => ({
  time: zonedText(new Date(row.occurredAt), timeZone),
  gate: row.gateName,
  direction: row.direction && gateTypeTitles[row.direction],
  plateRead: row.plateRead,
  plateMatched: row.plateMatched,
  tag: row.tag,
  confidence: row.confidence,
  vehicle: row.vehicleType && seenVehicleTypeTitle(row.vehicleType),
  owner: row.owner,
  organisation: row.organisation,
  groups: row.groups,
  decision: accessOutcomeTitles[toAccessOutcome(row.isGranted, toError(row.barrier))],
  reason: withTimes(row.reason, (at) => minuteText(at, timeZone)),
  barrier: barrierConfirmation(row.barrier, row.isGranted),
  operator: row.operator,
  operatorReason: row.operatorReason,
  picture: row.picture,
  event: formatEventReference({ module: codeOf(row.module), id: row.id }),
  gateId: row.gateId,
});

interface Totals {
  rows: number;
  vehicles: number;
  granted: number;
  denied: number;
  undecided: number;
  entries: number;
  exits: number;
  confirmed: number;
  failed: number;
  manual: number;
}

/** The same as `openings` for all events at once. Gates are opened for an event soon after it, or not at all. */
const allOpenings = ({ period: { from, to } }: ReportRequest) => sql`
  select "eventId", (array_agg(state order by id desc))[1] as state, max(by) as by from commands
  where kind = 'open' and "eventId" is not null
    and at >= ${dayBefore(from)} and at < ${dayAfter(to)}
  group by 1`;

const selectTotals = (request: ReportRequest) => sql<Totals>`
  select count(*) as rows, 
    count(distinct coalesce(e."plateNormalized", normalize_identifier(nullif(i.lp, '')), e."tagNormalized")) as vehicles,
    count(*) filter (where e."isGranted") as granted, count(*) filter (where not e."isGranted") as denied,
    count(*) filter (where e."isGranted" is null) as undecided,
    count(*) filter (where e."isGranted" and e.direction = 'N') as entries,
    count(*) filter (where e."isGranted" and e.direction = 'X') as exits,
    count(*) filter (where e."isGranted" and o.state = 'accepted') as confirmed,
    count(*) filter (where e."isGranted" and o.state in (${sql.join(failedCommandStates)})) as failed,
    count(*) filter (where o.by is not null) as manual
  from (${allEvents(request)}) e
  left join (${allOpenings(request)}) o on o."eventId" = e.id
  left join identifiers i on i.id = e."identifierId" and i.type = 'RFID'`;

const selectCount = (request: ReportRequest) => sql<{ count: number }>`
  select count(*) as count from (${allEvents(request)}) e`;

/** The passages of registered vehicles, admitted or not. */
export const registeredAccess = createSqlSource<AccessRow>({
  type: "REGISTERED_VEHICLE_ACCESS",
  rowsAreOf: "time",
  select,
  placeOf: ({ exactTime: at, id }) => ({ at, key: id }),
  toRows: async (db, rows, { period }) => (await withFurtherReads(db, rows)).map((row) => toRow(row, period.timeZone)),
  count: async (db, request) => (await onlyRow(selectCount(request), db)).count,
  totals: async (db, request) => {
    const [found] = (await selectTotals(request).execute(db)).rows;
    if (!found) return [];
    return [
      totalOf("passages", "Passages", found.rows),
      totalOf("vehicles", "Different vehicles", found.vehicles),
      totalOf("granted", "Granted", found.granted),
      totalOf("denied", "Denied", found.denied),
      totalOf("undecided", "Not decided", found.undecided),
      totalOf("entries", "Entries", found.entries),
      totalOf("exits", "Exits", found.exits),
      totalOf("confirmed", "Openings confirmed by the barrier", found.confirmed),
      totalOf("failed", "Barrier did not open", found.failed),
      totalOf("manual", "Opened by a person", found.manual),
    ];
  },
  charts: async (db, request) => {
    const times = sql<{ at: string }>`select e."occurredAt" as at from (${allEvents(request)}) e`;
    return [await loadTimeChart(db, request.period, { times, title: "Passages", valueTitle: "Passages" })];
  },
});
