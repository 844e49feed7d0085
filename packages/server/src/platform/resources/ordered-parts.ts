import { sql } from "kysely";
import type { Tx } from "../database/database.ts";
import type { Tables } from "../database/database.types.ts";
import { untypedDb } from "./untyped-db.ts";

/** Replaces the rows that belong to a record, keeping their order. */
export async function replaceParts(
  tx: Tx,
  table: keyof Tables & string,
  owner: Record<string, number>,
  parts: readonly Record<string, unknown>[],
): Promise<void> {
  const untyped = untypedDb(tx);
  const [[column = "", id] = []] = Object.entries(owner);
  await untyped.deleteFrom(table).where(sql.ref(column), "=", id).execute();
  if (parts.length === 0) return;
  const rows = parts.map((part, position) => ({ ...owner, position, ...part }));
  await untyped.insertInto(table).values(rows).execute();
}
