import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import type { Database, ReadDb, Tx } from "../../platform/database/database.ts";
import type { AuditSeals } from "../../platform/security/audit-seals.ts";

/** The chain of one day. */
export interface AuditDay {
  day: string;
  rows: number;
  startSeal: string;
  endSeal: string;
  expiredAt: string | null;
}

/**
 * The text of a row that its seal covers; jsonb has one text for equal values. Columns of later versions are only part of
 * it if they have a value, so that rows of earlier versions keep their seal.
 */
export const sealedText = sql<string>`(jsonb_build_array(id, extract(epoch from at), "userId", username, "requestId", call,
  "tableName", "rowId", action, before, after, address) ||
  case when "restoredFrom" is null then '[]' else jsonb_build_array(extract(epoch from "restoredFrom")) end)::text`;

/** The text of a day that its seal covers. */
export const sealedDayText = ({ day, rows, startSeal, endSeal, expiredAt }: AuditDay): string =>
  JSON.stringify([day, rows, startSeal, endSeal, expiredAt]);

/** Loads the days, oldest first. */
export async function listAuditDays(db: ReadDb | Tx): Promise<(AuditDay & { seal: string })[]> {
  const { rows } = await sql<AuditDay & { seal: string }>`
    select day, rows, "startSeal", "endSeal", "expiredAt", seal from audit_days order by day`.execute(db);
  return rows;
}

async function saveDay(tx: Tx, day: AuditDay, seals: AuditSeals): Promise<void> {
  const seal = seals.seal("", sealedDayText(day));
  await sql`
    insert into audit_days (day, rows, "startSeal", "endSeal", "expiredAt", seal)
    values (${day.day}, ${day.rows}, ${day.startSeal}, ${day.endSeal}, ${day.expiredAt}, ${seal})
    on conflict (day) do update set rows = excluded.rows, "endSeal" = excluded."endSeal",
      "expiredAt" = excluded."expiredAt", seal = excluded.seal`.execute(tx);
}

const maxRowsPerBatch = 1_000;

/** What one run sealed, and the day that ended before it. */
export interface Sealed {
  rows: number;
  endedDay: AuditDay | undefined;
}

/**
 * Appends the committed rows that have no seal to the chain of today. Rows are numbered in the order of sealing,
 * not of their ids: a transaction that commits late gets a later number, and no writer waits for another.
 */
export function sealRows(db: Database, seals: AuditSeals, now: Date): Promise<Sealed> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.auditSeals})`.execute(tx);
    const { rows } = await sql<{ id: number; text: string }>`
      select id, ${sealedText} as text from audit_log where not "isSealed" order by id limit ${maxRowsPerBatch}`.execute(
      tx,
    );
    if (rows.length === 0) return { rows: 0, endedDay: undefined };
    const last = (await listAuditDays(tx)).at(-1);
    const today = now.toISOString().slice(0, 10);
    // A clock that was set back must not append to an earlier day.
    const isSameDay = last !== undefined && last.day >= today && last.expiredAt === null;
    const endSeal = last?.endSeal ?? "";
    const day = isSameDay ? last : { day: nextDay(today, last), rows: 0, startSeal: endSeal, endSeal, expiredAt: null };
    let previous = day.endSeal;
    const sealed = rows.map(({ id, text }, index) => {
      const number = day.rows + index + 1;
      previous = seals.seal(previous, `${day.day} ${number} ${text}`);
      return { id, number, seal: previous };
    });
    await sql`
      insert into audit_seals (day, number, "auditId", seal)
      select ${day.day}, number, id, seal
      from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as sealed (id bigint, number integer, seal text)`.execute(
      tx,
    );
    const ids = rows.map(({ id }) => id);
    await sql`update audit_log set "isSealed" = true where id = any(${ids}::bigint[])`.execute(tx);
    await saveDay(tx, { ...day, rows: day.rows + rows.length, endSeal: previous }, seals);
    return { rows: rows.length, endedDay: isSameDay ? undefined : last };
  });
}

function nextDay(today: string, last: AuditDay | undefined): string {
  if (last === undefined || last.day < today) return today;
  return new Date(Date.parse(last.day) + dayMs).toISOString().slice(0, 10);
}

/** Deletes the rows of whole days whose retention has ended, and notes it in the chain. */
export async function expireDays(db: Database, seals: AuditSeals, oldest: Date, now: Date): Promise<void> {
  const oldestDay = oldest.toISOString().slice(0, 10);
  const ended = (await listAuditDays(db)).filter(({ day, expiredAt }) => day < oldestDay && expiredAt === null);
  for (const { day } of ended) {
    if (await isDayHeld(db, day)) continue;
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.auditSeals})`.execute(tx);
      const current = (await listAuditDays(tx)).find((one) => one.day === day);
      if (!current) return;
      await sql`
        with expired as (delete from audit_seals where day = ${day} returning "auditId")
        delete from audit_log using expired where audit_log.id = expired."auditId"`.execute(tx);
      await saveDay(tx, { ...current, expiredAt: now.toISOString() }, seals);
    });
  }
}

/** A day is sealed as a whole, so a hold on one of its entries keeps all of them. */
async function isDayHeld(db: Database, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from legal_holds h where exists (
      select from audit_seals s join audit_log a on a.id = s."auditId"
      where s.day = ${day} and (h."from" is null or a.at >= h."from") and (h."to" is null or a.at < h."to")
        and (h."plateNormalized" is null
          or position(h."plateNormalized" in
            regexp_replace(upper(concat(a.before::text, a.after::text)), '[[:space:][:punct:]]', '', 'g')) > 0)
    ) limit 1`.execute(db);
  return rows.length > 0;
}
