import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";

/** A vehicle that entered longer ago counts as not seen before. */
const seenBefore = "7 days";

/**
 * How the vehicles in an inner area changed by step. A vehicle may leave it through a gate of the area around it, so
 * its place before a passage is that after its previous one, as in the presence list.
 */
export async function loadInnerMoves(
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
