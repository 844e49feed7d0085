import { createHash } from "node:crypto";
import { countIn } from "@gatehouse/contract/collections";
import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import type { ReportChart, ReportTotal } from "@gatehouse/contract/reports/report";
import { classOf, laneOfChecks } from "@gatehouse/engine/overspeed/overspeed";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { isVehicleType } from "./access-events.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, exactTime, totalOf } from "./sql-source.ts";

const valueTitle = "Vehicles";
const binKmph = 5;
/** Higher excesses are in the last bar. */
const maxBin = 12;
const hoursOfDay = 24;

/** The bins from 0 to the last one that has vehicles. */
const listBins = (last: number) => Array.from({ length: last + 1 }, (_, bin) => bin);

const binLabel = (bin: number) =>
  bin === maxBin ? `${bin * binKmph} and more` : `${bin * binKmph}–${(bin + 1) * binKmph}`;

/** How far vehicles were above the limit. */
async function loadExcessChart(db: ReadDb, events: RawBuilder<unknown>): Promise<ReportChart> {
  const { rows } = await sql<{ bin: number; value: number }>`
    select least(floor(excess / ${binKmph}), ${maxBin})::integer as bin, count(*) as value
    from (${events}) e where excess is not null group by 1 order by 1`.execute(db);
  const counts = new Map(rows.map(({ bin, value }) => [bin, value]));
  const bins = listBins(rows.at(-1)?.bin ?? 0);
  return {
    key: "excess",
    title: "Vehicles by excess",
    labelTitle: "Excess (km/h)",
    valueTitle,
    bars: bins.map((bin) => ({ label: binLabel(bin), value: countIn(counts, bin) })),
  };
}

/** The hours of the day in which most vehicles were too fast, by the clock of the site. */
async function loadHourChart(db: ReadDb, events: RawBuilder<unknown>, timeZone: string): Promise<ReportChart> {
  const { rows } = await sql<{ hour: number; value: number }>`
    select extract(hour from "occurredAt" at time zone ${timeZone})::integer as hour, count(*) as value
    from (${events}) e group by 1`.execute(db);
  const counts = new Map(rows.map(({ hour, value }) => [hour, value]));
  return {
    key: "hours",
    title: "Vehicles above the limit by hour of the day",
    labelTitle: "Hour",
    valueTitle,
    bars: listBins(hoursOfDay - 1).map((hour) => ({
      label: `${`${hour}`.padStart(2, "0")}:00`,
      value: countIn(counts, hour),
    })),
  };
}

/** What an event stores of a vehicle. */
interface Evidence {
  readonly id: number;
  readonly occurredAt: string;
  readonly sourceName: string;
  readonly lpRaw: string | null;
  readonly speed: number | null;
  readonly speedLimit: number | null;
  readonly fullImage: string | null;
  readonly plateImage: string | null;
}

/** Pictures are named by their day and the hash of their content. */
const contentHash = (name: string | null): string | null => name?.split("-")[1] ?? null;

/**
 * Identifies the evidence of an event: the SHA-256 of a JSON array. It has the id, time (UTC), camera, plate as read, speed,
 * limit, and the SHA-256 of the full and the plate picture. docs/reports.md repeats it for people who verify it.
 */
function evidenceHash(event: Evidence): string {
  const { id, occurredAt, sourceName, lpRaw, speed, speedLimit, fullImage, plateImage } = event;
  const pictures = [contentHash(fullImage), contentHash(plateImage)];
  const text = JSON.stringify([id, occurredAt, sourceName, lpRaw, speed, speedLimit, ...pictures]);
  return createHash("sha256").update(text).digest("hex");
}

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

/** Vehicles above the limit of their lane. */
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
