import { assertFound } from "@gatehouse/contract/assert-found";
import type { RawBuilder } from "kysely";
import type { ReadDb, Tx } from "./database.ts";

/** The row of a query that returns exactly one, such as a count. */
export async function onlyRow<Row>(query: RawBuilder<Row>, db: ReadDb | Tx): Promise<Row> {
  const { rows } = await query.execute(db);
  return assertFound(rows[0], "a query without its only row");
}
