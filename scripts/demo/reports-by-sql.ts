import type { ReportCode } from "../../packages/contract/src/reports/report-types.ts";
import type { Database } from "../../packages/server/src/platform/database/database.ts";
import { type Counted, countFaresBySql } from "./fares-by-sql.ts";

/**
 * Counts reports from the stored records alone. Vehicles are registered if an identifier, reservation or pass has their
 * plate or tag; the reports use what was decided at the time.
 */
const statement = `
  with known as (
    select type, "iidNormalized" as text from identifiers
    union select 'LICENSE_PLATE', "lpNormalized" from reservations union select 'RFID', "rfidNormalized" from reservations
    union select 'LICENSE_PLATE', "lpNormalized" from access_passes union select 'RFID', "rfidNormalized" from access_passes
  ), access as (
    select e.module, e.direction, e."isGranted", coalesce(e."plateNormalized", e."tagNormalized") as text, k.text as known
    from events e left join known k on k.text = coalesce(e."plateNormalized", e."tagNormalized")
      and k.type = case e.module when 'ANPR_ACCESS_CONTROL' then 'LICENSE_PLATE' else 'RFID' end
    where e.module in ('ANPR_ACCESS_CONTROL', 'RFID_ACCESS_CONTROL') and e."passageOf" is null
      and (e."gateId" is not null or e."isGranted" is not null) and e."occurredAt" >= $1 and e."occurredAt" < $2
  ), speeds as (
    select * from events where module = 'OSD' and "occurredAt" >= $1 and "occurredAt" < $2
  ), trail as (select * from audit_log where at >= $1 and at < $2)
  select json_build_object(
    'REGISTERED_VEHICLE_ACCESS', (select json_build_object('count', count(*), 'passages', count(*),
        'granted', count(case when "isGranted" then 1 end), 'denied', count(case when not "isGranted" then 1 end),
        'entries', sum(case when "isGranted" and direction = 'N' then 1 else 0 end),
        'exits', sum(case when "isGranted" and direction = 'X' then 1 else 0 end)) from access where known is not null),
    'UNREGISTERED_ANPR_VEHICLE_ACCESS', (select json_build_object('count', count(distinct text), 'visits', count(*))
      from access where known is null and module = 'ANPR_ACCESS_CONTROL'),
    'UNREGISTERED_RFID_VEHICLE_ACCESS', (select json_build_object('count', count(distinct text), 'visits', count(*))
      from access where known is null and module = 'RFID_ACCESS_CONTROL'),
    'OSD', (select json_build_object('count', count(case when speed > "speedLimit" then 1 end), 'measured', count(*),
        'overspeed', count(case when speed > "speedLimit" then 1 end)) from speeds),
    'OPERATOR_PORTAL_ACCESS', (select json_build_object('count', count(*), 'entries', count(*),
        'signIns', count(case action when 'sign-in' then 1 end)) from trail)) as counted`;

/** Counts the reports of a period. */
export async function countReportsBySql(
  db: Pick<Database, "pool">,
  from: Date,
  to: Date,
): Promise<[ReportCode, Counted][]> {
  const { rows } = await db.pool.query<{ counted: Record<ReportCode, Counted> }>(statement, [from, to]);
  const others = Object.entries(rows[0]?.counted ?? {}) as [ReportCode, Counted][];
  return [...others, ["FARE", await countFaresBySql(db, from, to)]];
}
