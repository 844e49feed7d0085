import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * Whether a column of a view is provably never null. information_schema reports every view column as nullable, so this
 * asks the planner: PostgreSQL 17 and later reduce `column is null` to false when the underlying column is `not null` and
 * no outer join can null it.
 */
export async function isNeverNull(db: Database, view: string, column: string): Promise<boolean> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }>`
    explain (format json) select from ${sql.table(view)} where ${sql.ref(column)} is null`.execute(db);
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return plan?.["Node Type"] === "Result" && plan["One-Time Filter"] === "false";
}
