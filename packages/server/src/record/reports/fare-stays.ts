import { toShiftStarts } from "@gatehouse/contract/fares/shift-starts";
import { type RawBuilder, sql } from "kysely";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { isVehicleType, ownGates } from "./access-events.ts";
import type { ReportRequest } from "./report-source.ts";

const identifiers = sql`select i.id from identifiers i where i.type in ('LICENSE_PLATE', 'RFID') and i."iidNormalized" = s.vehicle`;

const isOfOwner = (person: string) => sql`exists (
  select from identifiers o where o.id in (${identifiers}) and strpos(lower(o."ownerName"), lower(${person})) > 0)`;

/** Whether the vehicle belonged to a group when the stay ended. */
const isOfGroup = (groupId: number) => sql`exists (
  select from (
    select distinct on (m."identifierId") m."isMember" from identifier_group_changes m
    where m."identifierId" in (${identifiers}) and m."groupId" = ${groupId} and m.at <= s.at
    order by m."identifierId", m.id desc
  ) m where m."isMember")`;

/**
 * The stays that ended in a period, and the unpaired passages of it. A stay belongs to the gate of its exit, an entry
 * without an exit to its own.
 */
export function isReported(request: ReportRequest): RawBuilder<unknown> {
  const { period, filters } = request;
  const { vehicleType, groupId, person } = filters;
  const gateIds = ownGates(request);
  const conditions = [
    sql`s.state <> 'open' and s.at >= ${period.from} and s.at < ${period.to}`,
    ...(gateIds === null ? [] : [sql`coalesce(s."exitGateId", s."entryGateId") = any(${[...gateIds]}::integer[])`]),
    ...(vehicleType === undefined ? [] : [isVehicleType(vehicleType)]),
    ...(groupId === undefined ? [] : [isOfGroup(groupId)]),
    ...(person === undefined || person === "" ? [] : [isOfOwner(person)]),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * The shift in which a stay ended: since the last handover at the gate of its exit within a day, else since the last of
 * the configured times.
 */
export async function shiftJoin(db: ReadDb, timeZone: string): Promise<RawBuilder<unknown>> {
  const { shiftStarts } = await loadRequiredConfigs(db);
  return sql`
    left join lateral (
      select h.by, h.at, g.name as gate from station_handovers h join gates g on g.id = h."gateId"
      where h."gateId" = s."exitGateId" and h.at <= s."leftAt" and h.at > s."leftAt" - interval '1 day'
      order by h.at desc limit 1
    ) h on true
    left join lateral (
      select max(d.day + t.start) at time zone ${timeZone} as at
      from (select s."leftAt" at time zone ${timeZone} as ended) l
      cross join lateral (values (l.ended::date), (l.ended::date - 1)) d(day)
      cross join unnest(${toShiftStarts(shiftStarts)}::time[]) t(start)
      where h.at is null and d.day + t.start <= l.ended
    ) c on true`;
}
