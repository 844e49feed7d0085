import type { IdentifierType } from "@gatehouse/contract/entities/identifier/identifier";
import { accessOutcomeTitles } from "@gatehouse/contract/events/decision";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import type { ReportCode } from "@gatehouse/contract/reports/report-types";
import { type RawBuilder, sql } from "kysely";
import { onlyRow } from "../../platform/database/only-row.ts";
import { suggestForReads } from "../data-quality/plate-suggestions.ts";
import { accessEvents } from "./access-events.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, exactTime, type RowRange, totalOf } from "./sql-source.ts";
import { loadTimeChart } from "./time-chart.ts";

/** What the two reports differ in. */
interface Kind {
  readonly type: ReportCode;
  readonly module: EventModule;
  readonly identifierType: IdentifierType;
  readonly column: "plate" | "tag";
  /** The compared text of an event, and the shown one. */
  readonly key: RawBuilder<string>;
  readonly shown: RawBuilder<string>;
  readonly rowsTitle: string;
}

/** A plate or tag. It is empty if it was not legible. */
interface UnregisteredRow {
  key: string;
  shown: string;
  firstSeen: string;
  exactTime: string;
  lastSeen: string;
  visits: number;
  gates: string | null;
  granted: number;
  denied: number;
  undecided: number;
  corrected: string | null;
  cameraIds: number[];
  firstPicture: string | null;
  lastPicture: string | null;
  lastId: number;
  gateId: number | null;
}

const notLegible = "Not legible";

const picture = sql`coalesce(e."fullImage", e."plateImage")`;

/** The decisions of an event. */
const decisions = sql`
  count(*) filter (where e."isGranted") as granted, count(*) filter (where not e."isGranted") as denied,
  count(*) filter (where e."isGranted" is null) as undecided`;

/** A plate or tag is a row, in the order of the first visits. */
const select = ({ module, key, shown }: Kind, request: ReportRequest, { after, limit }: RowRange) =>
  sql<UnregisteredRow>`
  select *, ${exactTime(sql`"firstSeen"`)} as "exactTime" from (
    select ${key} as key, max(${shown}) as shown, min(e."occurredAt") as "firstSeen", max(e."occurredAt") as "lastSeen",
      count(*) as visits, string_agg(distinct e."gateName", ', ') as gates, ${decisions},
      string_agg(distinct c.lp, ', ') as corrected,
      coalesce(array_agg(distinct e."cameraId") filter (where e."cameraId" is not null), '{}') as "cameraIds",
      (array_agg(${picture} order by e."occurredAt", e.id) filter (where ${picture} is not null))[1] as "firstPicture",
      (array_agg(${picture} order by e."occurredAt" desc, e.id desc) filter (where ${picture} is not null))[1]
        as "lastPicture",
      (array_agg(e.id order by e."occurredAt" desc, e.id desc))[1] as "lastId", max(e."gateId") as "gateId"
    from (${eventsOf(module, request)}) e
    left join lateral (
      select lp from event_corrections where "eventId" = e.id order by event_corrections.id desc limit 1
    ) c on true
    group by 1
  ) vehicles
  where ${after === null ? sql`true` : sql`("firstSeen", key) > (${after.at}, ${after.key})`}
  order by "firstSeen", key ${limit === null ? sql`` : sql`limit ${limit}`}`;

const eventsOf = (module: EventModule, request: ReportRequest) =>
  accessEvents({ modules: [module], isRegistered: false }, request);

interface Totals {
  vehicles: number;
  visits: number;
  illegible: number;
  granted: number;
  denied: number;
  undecided: number;
}

const selectTotals = ({ module, key }: Kind, request: ReportRequest) => sql<Totals>`
  select count(distinct nullif(${key}, '')) as vehicles, count(*) as visits,
    count(*) filter (where ${key} = '') as illegible, ${decisions}
  from (${eventsOf(module, request)}) e`;

function toRow(kind: Kind, row: UnregisteredRow, misreadOf: string | null, timeZone: string): ReportRow {
  const counts = [
    [row.denied, accessOutcomeTitles.denied],
    [row.granted, accessOutcomeTitles.granted],
    [row.undecided, accessOutcomeTitles.undecided],
  ] as const;
  return {
    [kind.column]: row.key === "" ? notLegible : row.shown,
    firstSeen: zonedText(new Date(row.firstSeen), timeZone),
    lastSeen: zonedText(new Date(row.lastSeen), timeZone),
    visits: row.visits,
    gates: row.gates,
    decisions: counts.flatMap(([count, title]) => (count > 0 ? [`${title}: ${count}`] : [])).join(", "),
    misreadOf: row.corrected ?? misreadOf,
    firstPicture: row.firstPicture,
    lastPicture: row.lastPicture,
    event: formatEventReference({ module: codeOf(kind.module), id: row.lastId }),
    gateId: row.gateId,
  };
}

const createSource = (kind: Kind) =>
  createSqlSource<UnregisteredRow>({
    type: kind.type,
    rowsAreOf: "period",
    select: (request, range) => select(kind, request, range),
    placeOf: ({ exactTime: at, key }) => ({ at, key }),
    toRows: async (db, rows, { period }) => {
      const reads = rows.filter(({ key }) => key !== "").map(({ key, cameraIds }) => ({ read: key, cameraIds }));
      const suggested = await suggestForReads(db, kind.identifierType, reads);
      return rows.map((row) => {
        const { lp, owner } = suggested.get(row.key) ?? {};
        const misreadOf = lp === undefined ? null : owner ? `${lp} (${owner})` : lp;
        return toRow(kind, row, misreadOf, period.timeZone);
      });
    },
    count: async (db, request) => {
      const counted = sql<{ count: number }>`
        select count(distinct ${kind.key}) as count from (${eventsOf(kind.module, request)}) e`;
      return (await onlyRow(counted, db)).count;
    },
    totals: async (db, request) => {
      const [found] = (await selectTotals(kind, request).execute(db)).rows;
      if (!found) return [];
      return [
        totalOf("vehicles", kind.rowsTitle, found.vehicles),
        totalOf("visits", "Visits", found.visits),
        totalOf("illegible", "Visits without a legible read", found.illegible),
        totalOf("granted", accessOutcomeTitles.granted, found.granted),
        totalOf("denied", accessOutcomeTitles.denied, found.denied),
        totalOf("undecided", accessOutcomeTitles.undecided, found.undecided),
      ];
    },
    charts: async (db, request) => {
      const times = sql<{ at: string }>`select e."occurredAt" as at from (${eventsOf(kind.module, request)}) e`;
      return [await loadTimeChart(db, request.period, { times, title: "Visits", valueTitle: "Visits" })];
    },
  });

/** Tags that are not registered. */
export const unregisteredRfid = createSource({
  type: "UNREGISTERED_RFID_VEHICLE_ACCESS",
  module: "RFID_ACCESS_CONTROL",
  identifierType: "RFID",
  column: "tag",
  key: sql`coalesce(e."tagNormalized", '')`,
  shown: sql`e.tag`,
  rowsTitle: "Different tags",
});

/** Plates that are not registered. */
export const unregisteredAnpr = createSource({
  type: "UNREGISTERED_ANPR_VEHICLE_ACCESS",
  module: "ANPR_ACCESS_CONTROL",
  identifierType: "LICENSE_PLATE",
  column: "plate",
  key: sql`coalesce(e."plateNormalized", '')`,
  shown: sql`e."lpRaw"`,
  rowsTitle: "Different plates",
});
