import type { Kysely } from "kysely";
import type { ReadDb, Tx } from "../database/database.ts";

/** For tables whose name is known at run time only. The contract's schema has checked the columns. */
export const untypedDb = (db: ReadDb | Tx) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;
