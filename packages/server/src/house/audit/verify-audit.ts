import { sql } from "kysely";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import { withReadSnapshot } from "../../platform/database/read-snapshot.ts";
import type { AuditSeals } from "../../platform/security/audit-seals.ts";
import { type AuditDay, listAuditDays, sealedDayText, sealedText } from "./seal.store.ts";

/** An error of the chain. */
export interface AuditError {
  day: string;
  /** The row; undefined if the error is not one of a row. */
  id?: number;
  text: string;
}

/** The result of a verification. */
export interface AuditReport {
  days: number;
  expiredDays: number;
  rows: number;
  /** Rows that the leader has not sealed yet. */
  unsealed: number;
  lastSeal: string;
  faults: AuditError[];
}

interface SealRow {
  number: number;
  id: number;
  seal: string;
  /** Null if the row is missing. */
  text: string | null;
}

const rowsPerQuery = 5_000;

/** Finds rows that were changed, deleted or added without the sealing job, which may run meanwhile. */
export const verifyAudit = (db: Database, seals: AuditSeals): Promise<AuditReport> =>
  withReadSnapshot(db, (snapshot) => verifySnapshot(snapshot, seals));

async function verifySnapshot(db: ReadDb, seals: AuditSeals): Promise<AuditReport> {
  const days = await listAuditDays(db);
  const report: AuditReport = { days: days.length, expiredDays: 0, rows: 0, unsealed: 0, lastSeal: "", faults: [] };
  for (const { seal, ...day } of days) {
    if (seal !== seals.seal("", sealedDayText(day))) {
      report.faults.push({ day: day.day, text: "the entry of the day was changed" });
    }
    if (day.startSeal !== report.lastSeal) report.faults.push({ day: day.day, text: "the day before it is missing" });
    report.lastSeal = day.endSeal;
    if (day.expiredAt !== null) report.expiredDays += 1;
    else await verifyDay(db, seals, day, report);
  }
  report.faults.push(...(await findUnknownRows(db)));
  report.unsealed = await countUnsealed(db);
  return report;
}

async function verifyDay(db: ReadDb, seals: AuditSeals, { day, ...chain }: AuditDay, report: AuditReport) {
  let previous = chain.startSeal;
  let expected = 1;
  const addError = (text: string, id?: number) => report.faults.push({ day, text, ...(id !== undefined && { id }) });
  for await (const { number, id, seal, text } of sealRowsOf(db, day)) {
    const hasGap = number !== expected;
    if (hasGap) addError(missingSeals(expected, number - 1));
    if (text === null) addError("row is missing", id);
    // After a gap, the seal before this one is unknown.
    else if (!hasGap && seal !== seals.seal(previous, `${day} ${number} ${text}`)) addError("row was changed", id);
    previous = seal;
    expected = number + 1;
    report.rows += 1;
  }
  if (expected <= chain.rows) addError(missingSeals(expected, chain.rows));
  else if (expected - 1 > chain.rows || previous !== chain.endSeal) addError("the end of the day was changed");
}

const missingSeals = (from: number, to: number) =>
  from === to ? `row number ${from} of the day is missing` : `row numbers ${from} to ${to} of the day are missing`;

async function* sealRowsOf(db: ReadDb, day: string): AsyncGenerator<SealRow> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<SealRow>`
      select number, "auditId" as id, seal, (select ${sealedText} from audit_log where id = "auditId") as text
      from (
        select * from audit_seals where day = ${day} and number > ${after} order by number limit ${rowsPerQuery}
      ) as seals
      order by number`.execute(db);
    yield* rows;
    after = rows.at(-1)?.number ?? after;
    if (rows.length < rowsPerQuery) return;
  }
}

/** Rows that claim to be sealed, and seals of unknown days. */
async function findUnknownRows(db: ReadDb): Promise<AuditError[]> {
  const { rows } = await sql<{ id: number; day: string }>`
    select id, to_char(at, 'YYYY-MM-DD') as day from audit_log
    where "isSealed" and not exists (
      select from audit_seals join audit_days on audit_days.day = audit_seals.day
      where audit_seals."auditId" = audit_log.id and "expiredAt" is null)
    order by id limit 100`.execute(db);
  return rows.map((row) => ({ ...row, text: "row was added without a seal" }));
}

async function countUnsealed(db: ReadDb): Promise<number> {
  const { count } = await onlyRow(
    sql<{ count: number }>`select count(*)::integer as count from audit_log where not "isSealed"`,
    db,
  );
  return count;
}
