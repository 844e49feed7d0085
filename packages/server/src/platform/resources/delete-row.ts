import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Tables } from "../database/database.types.ts";
import { httpError } from "../http/http-error.ts";
import { isForeignKeyViolation } from "./constraint.ts";
import { listDependents } from "./dependents.ts";
import { untypedDb } from "./untyped-db.ts";

/** Deletes a row; rejects with the list of its dependents if it is still in use. */
export async function deleteRow(tx: Tx, table: keyof Tables & string, id: number): Promise<void> {
  // The savepoint keeps the transaction usable after a foreign key violation, to look up what uses the row.
  await sql`savepoint before_delete`.execute(tx);
  try {
    await untypedDb(tx).deleteFrom(table).where("id", "=", id).execute();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    await sql`rollback to savepoint before_delete`.execute(tx);
    const dependents = await listDependents(tx, table, id);
    const names = dependents.map(({ name }) => `"${name}"`).join(", ");
    throw httpError("record/in-use", { message: `This is still used by ${names}`, dependents });
  }
}
