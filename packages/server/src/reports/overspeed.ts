import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import type { ReportTotal } from "@gatehouse/contract/reports/report";
import { classOf, laneOfChecks } from "@gatehouse/engine/overspeed/overspeed";
import { type RawBuilder, sql } from "kysely";
import { onlyRow } from "../platform/database/only-row.ts";
import { isVehicleType } from "./access-events.ts";
import { evidenceHash } from "./evidence-hash.ts";
import { loadExcessChart, loadHourChart } from "./overspeed-charts.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, exactTime, totalOf } from "./sql-source.ts";

interface OverspeedRow {
  id: number;
  occurredAt: string;
  exactTime: string;
  sourceName: string;
  lane: string | null;
  /** The texts of passed checks; failed ones are objects. */
  checks: unknown[] | null;
  lpRaw: string | null;
  vehicleType: string | null;
  speed: number | null;
  speedLimit: number | null;
  fullImage: string | null;
  plateImage: string | null;
}

const classTitles = { "2w": "Two-wheeler", "4w": "Four-wheeler" } as const;

const isOverspeed = sql`status = 'PROCESSED'`;

/** The measured vehicles of a period; `events_page` has them in the order of time. */
const measured = ({ period, filters }: ReportRequest): RawBuilder<unknown> => sql`
  module = 'OSD' and listing = 'elsewhere' and "occurredAt" >= ${period.from} and "occurredAt" < ${period.to}
  ${filters.vehicleType === undefined ? sql`` : sql`and ${isVehicleType(filters.vehicleType)}`}`;

const round = (value: number) => Math.round(value * 100) / 100;
const excessOf = ({ speed, speedLimit }: Pick<OverspeedRow, "speed" | "speedLimit">) =>
  speed === null || speedLimit === null ? null : round(speed - speedLimit);

function toRow(row: OverspeedRow, timeZone: string): ReportRow {
  const texts = (row.checks ?? []).filter((check) => typeof check === "string");
  const vehicleClass = classTitles[classOf(row.vehicleType)];
  const seen = row.vehicleType ? seenVehicleTypeTitle(row.vehicleType) : undefined;
  return {
    time: zonedText(new Date(row.occurredAt), timeZone),
    lane: laneOfChecks(texts) ?? row.lane,
    camera: row.sourceName,
    plate: row.lpRaw,
    vehicleClass: seen === undefined || seen === vehicleClass ? vehicleClass : `${vehicleClass} (${seen})`,
    speed: row.speed === null ? null : round(row.speed),
    limit: row.speedLimit,
    excess: excessOf(row),
    picture: row.fullImage ?? row.plateImage,
    evidenceHash: evidenceHash(row),
    event: formatEventReference({ module: codeOf("OSD"), id: row.id }),
    gateId: null,
  };
}

interface Totals {
  measured: number;
  overspeed: number;
  plates: number;
  fastest: number | null;
  worst: number | null;
  average: number | null;
}

const decimal = (key: string, title: string, value: number | null): ReportTotal => ({
  key,
  title,
  kind: "decimal",
  value: value === null ? null : round(value),
  group: null,
});

/** REP-3: vehicles above the limit of their lane. */
export const overspeed = createSqlSource<OverspeedRow>({
  type: "OSD",
  rowsAreOf: "time",
  select: (request, { after, limit }) => sql`
    select e.id, e."occurredAt", ${exactTime(sql`e."occurredAt"`)} as "exactTime", e."sourceName", l.name as lane, e.trace->'checks' as checks, e."lpRaw", e."vehicleType",
      e.speed, e."speedLimit", e."fullImage", e."plateImage"
    from (
      select * from events where ${measured(request)} and ${isOverspeed}
        ${after === null ? sql`` : sql`and ("occurredAt", id) > (${after.at}, ${after.key})`}
    ) e
    left join cameras c on c.id = e."cameraId" left join lanes l on l.id = c."laneId"
    order by e."occurredAt", e.id limit ${limit}`,
  placeOf: ({ exactTime: at, id }) => ({ at, key: id }),
  toRows: async (_db, rows, { period }) => rows.map((row) => toRow(row, period.timeZone)),
  count: async (db, request) => {
    const counted = sql<{ count: number }>`
      select count(*) as count from events where ${measured(request)} and ${isOverspeed}`;
    return (await onlyRow(counted, db)).count;
  },
  totals: async (db, request) => {
    const { rows } = await sql<Totals>`
      select count(*) as measured, count(*) filter (where ${isOverspeed}) as overspeed,
        count(distinct nullif("plateNormalized", '')) filter (where ${isOverspeed}) as plates, max(speed) as fastest,
        max(speed - "speedLimit") filter (where ${isOverspeed}) as worst,
        avg(speed - "speedLimit") filter (where ${isOverspeed}) as average
      from events where ${measured(request)}`.execute(db);
    const [found] = rows;
    if (!found) return [];
    return [
      totalOf("overspeed", "Above the limit", found.overspeed),
      totalOf("measured", "Measured vehicles", found.measured),
      totalOf("plates", "Different plates above the limit", found.plates),
      decimal("fastest", "Highest speed (km/h)", found.fastest),
      decimal("worst", "Highest excess (km/h)", found.worst),
      decimal("average", "Average excess (km/h)", found.average),
    ];
  },
  charts: async (db, request) => {
    const events = sql`select "occurredAt", speed - "speedLimit" as excess from events
      where ${measured(request)} and ${isOverspeed}`;
    return [await loadExcessChart(db, events), await loadHourChart(db, events, request.period.timeZone)];
  },
});
