import { type StayState, stayStateTitles } from "@gatehouse/contract/entities/stay";
import { asText } from "@gatehouse/contract/fields/as-text";
import { seenVehicleTypeTitle } from "@gatehouse/contract/fields/vehicle-type";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { codeOf } from "@gatehouse/contract/modules/registry";
import { formatEventReference } from "@gatehouse/contract/reports/event-reference";
import type { ReportTotal } from "@gatehouse/contract/reports/report";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { isReported, shiftJoin } from "./fare-stays.ts";
import type { ReportRequest, ReportRow } from "./report-source.ts";
import { createSqlSource, type RowRange, totalOf } from "./sql-source.ts";
import { loadTimeChart } from "./time-chart.ts";

interface Sums {
  readonly stays: number;
  readonly gross: number;
  readonly discount: number;
  readonly waived: number;
  readonly net: number;
}

const sums = sql`count(*) as stays, coalesce(sum(s.gross), 0) as gross, coalesce(sum(s.discount), 0) as discount,
  coalesce(sum(s.waived), 0) as waived, coalesce(sum(s.net), 0) as net`;

const completeStays = (request: ReportRequest): RawBuilder<unknown> =>
  sql`${isReported(request)} and s.state = 'complete'`;

function toTotals({ stays, gross, discount, waived, net }: Sums, prefix = "", group: string | null = null) {
  const money = (key: string, title: string, value: number): ReportTotal => ({
    key: `${prefix}${key}`,
    title,
    kind: "money",
    value,
    group,
  });
  return [
    { ...totalOf(`${prefix}stays`, "Stays", stays), group },
    money("gross", "Gross", gross),
    money("discount", "Discounts", discount),
    money("waived", "Waived", waived),
    money("net", "Net", net),
  ];
}

/** The totals of all stays, per tariff and version, and per shift. */
async function loadFareTotals(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]> {
  const [all, unpaired, tariffs, shifts] = [
    await loadSums(db, request),
    await loadUnpaired(db, request),
    await loadByTariff(db, request),
    await loadByShift(db, request),
  ];
  return [...toTotals(all), ...unpaired, ...tariffs, ...shifts];
}

async function loadSums(db: ReadDb, request: ReportRequest): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums} from stay_fares s where ${completeStays(request)}`.execute(db);
  return rows[0] ?? { stays: 0, gross: 0, discount: 0, waived: 0, net: 0 };
}

async function loadUnpaired(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]> {
  const row = await onlyRow(
    sql<{ entries: number; exits: number }>`
    select count(*) filter (where s.state = 'entry-only') as entries, count(*) filter (where s.state = 'exit-only') as exits
    from stays s where ${isReported(request)} and s.state <> 'complete'`,
    db,
  );
  return [
    totalOf("unpairedEntries", "Entries without an exit", row.entries),
    totalOf("unpairedExits", "Exits without an entry", row.exits),
  ];
}

async function loadByTariff(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]> {
  const { rows } = await sql<Sums & { tariffId: number | null; version: number | null; name: string | null }>`
    select s."tariffId", s."tariffVersion" as version, max(s."tariffName") as name, ${sums}
    from stay_fares s where ${completeStays(request)} group by 1, 2 order by 1, 2`.execute(db);
  return rows.flatMap(({ tariffId, version, name, ...found }) =>
    toTotals(
      found,
      `tariff:${tariffId ?? 0}:${version ?? 0}:`,
      tariffId === null ? "No tariff" : `${name}, version ${version}`,
    ),
  );
}

async function loadByShift(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]> {
  const { timeZone } = request.period;
  const { rows } = await sql<Sums & { at: string; by: string | null; gateId: number | null; gate: string | null }>`
    select coalesce(h.at, c.at) as at, h.by, case when h.at is not null then s."exitGateId" end as "gateId",
      max(h.gate) as gate, ${sums}
    from stay_fares s ${await shiftJoin(db, timeZone)}
    where ${completeStays(request)} group by 1, 2, 3 order by 1, 3`.execute(db);
  return rows.flatMap(({ at, by, gateId, gate, ...found }) => {
    const name = asText(shiftText(at, by, timeZone));
    const group = gate === null ? `Shift: ${name}` : `Shift: ${name}, ${gate}`;
    return toTotals(found, `shift:${at}:${gateId ?? 0}:`, group);
  });
}

interface FareRow {
  readonly id: number;
  readonly at: string;
  readonly state: StayState;
  readonly vehicle: string;
  readonly vehicleType: string | null;
  readonly enteredAt: string | null;
  readonly entryGate: string | null;
  readonly entryEventId: number | null;
  readonly entryModule: ModuleKind | null;
  readonly leftAt: string | null;
  readonly exitGate: string | null;
  readonly exitEventId: number | null;
  readonly exitModule: ModuleKind | null;
  readonly tariffName: string | null;
  readonly tariffVersion: number | null;
  readonly gross: number;
  readonly discount: number;
  readonly waived: number;
  readonly net: number;
}

/** What a page of rows looks up: the reductions and the shift of a stay. */
interface FareDetails {
  readonly id: number;
  readonly reasons: string | null;
  readonly operators: string | null;
  readonly shiftBy: string | null;
  readonly shiftAt: string | null;
}

/** Complete stays come first, then unpaired passages. */
const select = (request: ReportRequest, { after, limit }: RowRange) => {
  const [section, id] = asText(after?.key).split(":");
  return sql<FareRow>`
    select s.*, n.name as "entryGate", x.name as "exitGate"
    from stay_fares s left join gates n on n.id = s."entryGateId" left join gates x on x.id = s."exitGateId"
    where ${isReported(request)}
      ${after === null ? sql`` : sql`and ((s.state <> 'complete'), s.at, s.id) > (${section === "1"}, ${after.at}, ${Number(id)})`}
    order by (s.state <> 'complete'), s.at, s.id ${limit === null ? sql`` : sql`limit ${limit}`}`;
};

/** The reductions and shifts of some rows. */
async function loadDetails(db: ReadDb, rows: readonly FareRow[], timeZone: string): Promise<Map<number, FareDetails>> {
  const { rows: found } = await sql<FareDetails>`
    select s.id, r.reasons, r.operators, h.by as "shiftBy", coalesce(h.at, c.at) as "shiftAt"
    from stays s ${await shiftJoin(db, timeZone)}
    left join lateral (
      select string_agg(r.reason, '; ' order by r.id) as reasons, string_agg(distinct r.by, ', ') as operators
      from stay_reductions r where r."exitEventId" = s."exitEventId"
    ) r on true
    where s.id = any(${rows.filter(({ state }) => state === "complete").map(({ id }) => id)}::integer[])`.execute(db);
  return new Map(found.map((details) => [details.id, details]));
}

const timeText = (at: string | null, timeZone: string) => (at === null ? null : zonedText(new Date(at), timeZone));

/** Cut like the times that are shown, so that a duration is their difference. */
const wholeSeconds = (at: string | null) => Math.floor(Date.parse(at ?? "") / 1_000);

const linkOf = (module: ModuleKind | null, id: number | null) =>
  module === null || id === null ? null : formatEventReference({ module: codeOf(module), id });

function toRow(row: FareRow, details: FareDetails | undefined, timeZone: string): ReportRow {
  const isComplete = row.state === "complete";
  const ofStay = (value: number) => (isComplete ? value : null);
  return {
    kind: stayStateTitles[row.state],
    plate: row.vehicle,
    vehicle: row.vehicleType && seenVehicleTypeTitle(row.vehicleType),
    entry: timeText(row.enteredAt, timeZone),
    entryGate: row.entryGate,
    exit: timeText(row.leftAt, timeZone),
    exitGate: row.exitGate,
    duration: ofStay(wholeSeconds(row.leftAt) - wholeSeconds(row.enteredAt)),
    tariff: row.tariffName,
    tariffVersion: row.tariffVersion,
    gross: ofStay(row.gross),
    discount: ofStay(row.discount),
    waived: ofStay(row.waived),
    net: ofStay(row.net),
    reason: details?.reasons ?? null,
    operator: details?.operators ?? null,
    shift: shiftText(details?.shiftAt ?? null, details?.shiftBy ?? null, timeZone),
    stay: row.id,
    entryEvent: linkOf(row.entryModule, row.entryEventId),
    exitEvent: linkOf(row.exitModule, row.exitEventId),
  };
}

/** The stays that ended in a period with their fares, then the unpaired passages. */
export const fare = createSqlSource<FareRow>({
  type: "FARE",
  rowsAreOf: "period",
  select,
  placeOf: ({ at, id, state }) => ({ at, key: `${state === "complete" ? 0 : 1}:${id}` }),
  toRows: async (db, rows, { period: { timeZone } }) => {
    const details = await loadDetails(db, rows, timeZone);
    return rows.map((row) => toRow(row, details.get(row.id), timeZone));
  },
  count: async (db, request) => {
    const counted = sql<{ count: number }>`select count(*) as count from stays s where ${isReported(request)}`;
    return (await onlyRow(counted, db)).count;
  },
  totals: loadFareTotals,
  charts: async (db, request) => {
    const times = sql<{ at: string }>`
      select s.at from stays s where ${isReported(request)} and s.state = 'complete'`;
    return [await loadTimeChart(db, request.period, { times, title: "Stays", valueTitle: "Stays" })];
  },
});

/** The name of a shift: its start in the time of the site, and who took it over. */
function shiftText(at: string | null, by: string | null, timeZone: string): string | null {
  if (at === null) return null;
  const start = zonedText(new Date(at), timeZone).slice(0, 16).replace("T", " ");
  return by === null ? `From ${start}` : `${by}, from ${start}`;
}
