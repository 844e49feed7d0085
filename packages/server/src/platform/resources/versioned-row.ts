import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Tables } from "../database/database.types.ts";
import { httpError } from "../http/http-error.ts";
import { type FieldConstraints, mapConstraintErrors } from "./constraint.ts";

type Table = keyof Tables & string;

/** Locks a row until the transaction ends, so that what is read of it afterwards stays true until it is written. */
export async function lockRow(tx: Tx, table: Table, id: number): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
}

/** Rejects a change that is based on another version than the current one. Call it with the row locked. */
export function rejectOutdated(current: { version?: unknown }, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && ifMatch !== current.version) throw httpError("record/changed", { current });
}

/** Updates a locked row and increments its version. */
export async function updateRow(
  tx: Tx,
  table: Table,
  id: number,
  columns: Record<string, unknown>,
  constraints: FieldConstraints = {},
): Promise<void> {
  const assignments = Object.entries(columns)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const set = sql.join([...assignments, sql`version = version + 1`]);
  await mapConstraintErrors(constraints, sql`update ${sql.table(table)} set ${set} where id = ${id}`.execute(tx));
}
