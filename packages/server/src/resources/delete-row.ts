import { type Kysely, sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/database.types.ts";
import { refuse } from "../platform/http/refusal.ts";
import { isStillReferenced } from "./constraint.ts";
import { listDependents } from "./dependents.ts";

/** GATE-5: deletes a row, or refuses with what still uses it. */
export async function deleteRow(tx: Tx, table: keyof Tables & string, id: number): Promise<void> {
  // A savepoint, so that after a refusal by the database the transaction can still be asked who uses the row.
  await sql`savepoint before_delete`.execute(tx);
  try {
    await (tx as unknown as Kysely<Record<string, { id: number }>>).deleteFrom(table).where("id", "=", id).execute();
  } catch (error) {
    if (!isStillReferenced(error)) throw error;
    await sql`rollback to savepoint before_delete`.execute(tx);
    const dependents = await listDependents(tx, table, id);
    const names = dependents.map(({ name }) => `"${name}"`).join(", ");
    throw refuse("record/in-use", { message: `This is still used by ${names}`, dependents });
  }
}
