import { listIn } from "@gatehouse/contract/collections";
import type { Series } from "@gatehouse/contract/entities/overview";
import type { SeriesStep } from "@gatehouse/contract/entities/overview-figures";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import { type Areas, isWithin, type PolicyArea } from "@gatehouse/engine/policy/areas";
import { passageAreas, type RuleGate } from "@gatehouse/engine/policy/policy";
import { sql } from "kysely";
import { loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { type CountedArea, leadingCount, loadCountedAreas } from "./area-count.store.ts";
import { type Sought, stepsOf } from "./overview.store.ts";

/** A vehicle that entered longer ago counts as not seen before. */
const seenBefore = "7 days";

/**
 * How the vehicles in an inner area changed by step. A vehicle may leave it through a gate of the area around it, so
 * its place before a passage is that after its previous one, as in the presence list.
 */
async function loadInnerMoves(
  db: ReadDb,
  areaId: number,
  { from, to, step, zone }: { from: Date; to: Date; step: string; zone: string },
): Promise<{ at: string; change: number }[]> {
  const { rows } = await sql<{ at: string; change: number }>`
    with recursive parts(id) as (
      select ${areaId}::integer union select a.id from access_areas a join parts p on a."parentId" = p.id
    ), passages as (
      select e."occurredAt" as at, e.id,
        coalesce(e."plateNormalized", normalize_identifier(i.lp), e."tagNormalized") as vehicle,
        case when e.direction = g.type then g."toAreaId" else g."fromAreaId" end as to_area,
        case when e.direction = g.type then g."fromAreaId" else g."toAreaId" end as from_area
      from events e
      join gates g on g.id = e."gateId" and (g."fromAreaId" is not null or g."toAreaId" is not null)
      left join identifiers i on i.id = e."identifierId" and i.lp <> ''
      where e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL') and e.status = 'PROCESSED'
        and e.listing in ('gate', 'elsewhere', 'again') and e."isGranted" and e."passageOf" is null
        and e."occurredAt" >= ${from}::timestamptz - ${seenBefore}::interval and e."occurredAt" < ${to}
    ), moves as (
      select at, to_area, from_area, row_number() over w as place, lag(to_area) over w as before
      from passages window w as (partition by vehicle order by at, id)
    )
    select date_trunc(${step}, at, ${zone}) as at, sum(
      (to_area is not null and to_area in (select id from parts))::integer
        - coalesce(case when place = 1 then from_area else before end in (select id from parts), false)::integer
    )::integer as change
    from moves where at >= ${from} group by 1`.execute(db);
  return rows;
}

/** The step and area of an occupancy series. */
interface Of {
  readonly areaId: number;
  readonly step: SeriesStep;
  readonly zone: string;
  readonly now: Date;
}

/** A change of a count within a step. */
interface Change {
  readonly at: string;
  readonly change: number;
}

/**
 * The vehicles in an area at the end of each step, by its leading source: the present count without what changed
 * it since. Vehicles that a person entered or removed on the presence page are not known by time.
 */
export async function loadOccupancy(db: ReadDb, sought: Sought, of: Of): Promise<Series["points"]> {
  const access = await loadGateAccess(db, sought.gateIds);
  const [area] = access.may("access_areas", of.areaId, "visible") ? await loadCountedAreas(db, of.areaId) : [];
  if (!area) throw httpError("record/not-found");
  const since = { from: sought.from, to: new Date(Math.max(sought.to.getTime(), of.now.getTime() + 1)) };
  const [steps, changes] = await Promise.all([listSteps(db, since, of), loadChanges(db, area, since, of)]);
  const changeOf = Map.groupBy(changes, ({ at }) => at);
  const endMs = sought.to.getTime();
  const points: Series["points"] = [];
  let count = leadingCount(area);
  for (const at of steps.toReversed()) {
    const isFuture = Date.parse(at) > of.now.getTime();
    if (Date.parse(at) < endMs) points.push({ at, value: isFuture ? null : count });
    for (const { change } of listIn(changeOf, at)) count -= change;
  }
  return points.reverse();
}

async function listSteps(db: ReadDb, period: Pick<Sought, "from" | "to">, { step, zone }: Of): Promise<string[]> {
  const { rows } = await sql<{ at: string }>`select at from ${stepsOf(period, step, zone)} s(at) order by 1`.execute(
    db,
  );
  return rows.map(({ at }) => at);
}

async function loadChanges(
  db: ReadDb,
  area: CountedArea,
  period: Pick<Sought, "from" | "to">,
  of: Of,
): Promise<Change[]> {
  if (area.leading !== "gates") return loadMovements(db, area, period, of);
  const passages =
    area.parentId === null
      ? await loadPassages(db, area, period, of)
      : await loadInnerMoves(db, area.id, { ...period, step: of.step, zone: of.zone });
  return [...passages, ...(await loadCorrections(db, area, period, of))];
}

/** Passages through the gates of the area; a passage within it changes nothing. */
async function loadPassages(
  db: ReadDb,
  { id, gateIds }: CountedArea,
  { from, to }: Pick<Sought, "from" | "to">,
  { step, zone }: Of,
): Promise<Change[]> {
  const largest = step === "hour" ? "hour" : "day";
  const [areas, gates, { rows }] = await Promise.all([
    loadAreas(db),
    db
      .selectFrom("gates")
      .select(["id", "name", "type", "fromAreaId", "toAreaId"])
      .where("id", "in", [0, ...gateIds])
      .execute(),
    sql<{ at: string; gateId: number; figure: "entries" | "exits"; n: number }>`
      select date_trunc(${step}, at, ${zone}) as at, "gateId", figure, sum(n)::integer as n
      from overview_sums(${from}, ${to}, ${largest}, '{entries,exits}', ${[...gateIds]}::integer[]) group by 1, 2, 3`.execute(
      db,
    ),
  ]);
  const gateOf = new Map(gates.map((gate) => [gate.id, gate as RuleGate]));
  return rows.flatMap(({ at, gateId, figure, n }) => {
    const gate = gateOf.get(gateId);
    return gate ? [{ at, change: n * changeBy(areas, id, gate, figure === "entries" ? "N" : "X") }] : [];
  });
}

function changeBy(areas: Areas, areaId: number, gate: RuleGate, direction: GateType): number {
  const { from, to } = passageAreas(gate, direction);
  return Number(isWithin(areas, to, areaId)) - Number(isWithin(areas, from, areaId));
}

async function loadAreas(db: ReadDb): Promise<Areas> {
  const rows: PolicyArea[] = await db
    .selectFrom("access_areas")
    .select(["id", "name", "parentId", "capacity"])
    .execute();
  return new Map(rows.map((area) => [area.id, area]));
}

async function loadCorrections(
  db: ReadDb,
  { id }: CountedArea,
  { from }: Pick<Sought, "from">,
  { step, zone }: Of,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select date_trunc(${step}, at, ${zone}) as at, sum("to" - "from")::integer as change from area_corrections
    where "areaId" = ${id} and source = 'gates' and at >= ${from} group by 1`.execute(db);
  return rows;
}

/** Movements of the variables behind the leading one, corrections included. */
async function loadMovements(
  db: ReadDb,
  area: CountedArea,
  { from }: Pick<Sought, "from">,
  { step, zone }: Of,
): Promise<Change[]> {
  if (area.leading === "gates") return [];
  const sign = area.leading === "slots" ? -1 : 1;
  const { rows } = await sql<Change>`
    select date_trunc(${step}, m.at, ${zone}) as at, round(sum(m.delta * w.weight) * ${sign}::integer)::integer as change
    from variable_weights w join movements m on m."variableId" = w."movedId"
    where w."variableId" = ${area[`${area.leading}VariableId`]} and m.at >= ${from} group by 1`.execute(db);
  return rows;
}
