import { asText } from "@gatehouse/contract/fields/as-text";
import type { ReportTotal } from "@gatehouse/contract/reports/report";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { isReported, shiftJoin } from "./fare-stays.ts";
import type { ReportRequest } from "./report-source.ts";
import { shiftText } from "./shift-text.ts";
import { totalOf } from "./sql-source.ts";

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
export async function loadFareTotals(db: ReadDb, request: ReportRequest): Promise<ReportTotal[]> {
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
