import { countIn } from "@gatehouse/contract/collections";
import type { ReportChart } from "@gatehouse/contract/reports/report";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";

const valueTitle = "Vehicles";
const binKmph = 5;
/** Higher excesses are in the last bar. */
const maxBin = 12;
const hoursOfDay = 24;

/** The bins from 0 to the last one that has vehicles. */
const listBins = (last: number) => Array.from({ length: last + 1 }, (_, bin) => bin);

const binLabel = (bin: number) =>
  bin === maxBin ? `${bin * binKmph} and more` : `${bin * binKmph}–${(bin + 1) * binKmph}`;

/** REP-3: how far vehicles were above the limit. */
export async function loadExcessChart(db: ReadDb, events: RawBuilder<unknown>): Promise<ReportChart> {
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

/** REP-3: the hours of the day in which most vehicles were too fast, by the clock of the site. */
export async function loadHourChart(db: ReadDb, events: RawBuilder<unknown>, timeZone: string): Promise<ReportChart> {
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
