import { sql } from "kysely";
import { insertAuditEntry } from "../platform/database/audit-entry.ts";
import { notifyChange } from "../platform/database/channels.ts";
import type { Tx } from "../platform/database/database.ts";
import { onlyRow } from "../platform/database/only-row.ts";
import { createErasedPlate } from "../platform/security/plate-hashes.ts";
import { withoutVehicle } from "../retention/anonymous-event.ts";
import { type PlateTable, plateTables, type SoughtPlate } from "../retention/plate-tables.ts";

/** What an erasure changed. */
interface Erased {
  readonly deleted: number;
  readonly anonymised: number;
}

/** PRIV-4: erases a plate from every table. The entry of the audit trail has its hash only. */
export async function erasePlate(tx: Tx, plate: SoughtPlate, pictures: number): Promise<Erased> {
  const { actor } = await onlyRow(sql<{ actor: string }>`select current_setting('gatehouse.actor') as actor`, tx);
  // Without an author, the audit triggers don't copy the erased rows to the audit trail.
  await sql`select set_config('gatehouse.actor', '', true)`.execute(tx);
  const erased = { deleted: 0, anonymised: 0 };
  const token = createErasedPlate();
  for (const table of plateTables) {
    const changed = await eraseFrom(tx, table, plate, token);
    if (table.erasure === "delete") erased.deleted += changed;
    if (table.table === "events") erased.anonymised += changed;
  }
  await sql`select set_config('gatehouse.actor', ${actor}, true)`.execute(tx);
  const after = { plate: plate.forms[1], ...erased, pictures };
  await insertAuditEntry(tx, { action: "delete", entity: "plates", after });
  await sql`select ${notifyChange("events")}`.execute(tx);
  return erased;
}

async function eraseFrom(tx: Tx, { table, erasure, about }: PlateTable, plate: SoughtPlate, token: string) {
  if (erasure === "keep") return 0;
  const from = sql.table(table);
  const statement =
    erasure === "delete"
      ? sql`delete from ${from} where ${about(plate)}`
      : sql`update ${from} set ${changesOf(table, token)} where ${about(plate)}`;
  const { numAffectedRows } = await statement.execute(tx);
  return Number(numAffectedRows);
}

/** What is written to the columns of a row that stays. */
function changesOf(table: string, token: string) {
  if (table === "events") {
    return sql`"plateNormalized" = ${token}, lp = ${token}, "lpRaw" = ${token}, "fullImage" = null, "plateImage" = null,
      ${withoutVehicle}`;
  }
  if (table === "stays") return sql`vehicle = ${token}`;
  if (table === "commands") return sql`payload = payload - 'rows'`;
  if (table === "ingest_tokens") return sql`"lastPayload" = null, "lastSample" = null`;
  throw new Error(`no rule to erase a plate from ${table}`);
}
