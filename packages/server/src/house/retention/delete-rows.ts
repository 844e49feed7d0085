import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** The rows that one statement deletes or changes, so that none takes long even after the retention was shortened. */
export const maxRowsPerStep = 20_000;

/** Deletes rows in steps. */
export async function deleteRows(db: Database, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const from = sql.table(table);
  let deleted = maxRowsPerStep;
  while (deleted === maxRowsPerStep) {
    const { numAffectedRows } = await sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${condition} limit ${maxRowsPerStep}))`.execute(
      db,
    );
    deleted = Number(numAffectedRows);
  }
}
