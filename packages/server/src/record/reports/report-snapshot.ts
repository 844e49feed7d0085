import { type RawBuilder, sql } from "kysely";
import type { Database, ReadDb } from "../../platform/database/database.ts";
import { withReadSnapshot } from "../../platform/database/read-snapshot.ts";

/** Runs the statements of a report on a connection of their own that sees one state, so that totals and rows agree. */
export const withReportSnapshot = <T>(db: Database, work: (snapshot: ReadDb) => Promise<T>): Promise<T> =>
  withReadSnapshot(db, async (snapshot) => {
    // Compiling the plan takes longer than most reports.
    await sql`set local jit = off`.execute(snapshot);
    return work(snapshot);
  });

let cursors = 0;

/**
 * Streams the rows of a statement in batches. A cursor of SQL instead of the protocol: other statements can run on the same
 * connection between two batches.
 */
export async function* streamRows<Row>(
  snapshot: ReadDb,
  select: RawBuilder<Row>,
  rowsPerBatch: number,
): AsyncGenerator<readonly Row[], void, undefined> {
  cursors += 1;
  const cursor = sql.id(`report_${cursors}`);
  await sql`declare ${cursor} no scroll cursor for ${select}`.execute(snapshot);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsPerBatch)} from ${cursor}`.execute(snapshot);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsPerBatch) break;
  }
  await sql`close ${cursor}`.execute(snapshot);
}
