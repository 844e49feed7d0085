import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { Services } from "../../platform/services.ts";
import { hashPlate } from "../plate-hashes.ts";
import { type PlateTable, plateTables, type SoughtPlate } from "../retention/plate-tables.ts";

/** What is stored about a plate in one table. */
interface PlateRecords {
  readonly table: PlateTable;
  readonly count: number;
}

/** Finds the events of a plate, also those whose plate is replaced by its hash. */
export async function findPlate(
  db: ReadDb | Tx,
  plate: string,
  keyedHash: Services["keyedHash"],
): Promise<SoughtPlate> {
  const forms = [normalizeIdentifier(plate), hashPlate(plate, keyedHash)];
  const { rows } = await sql<{ id: number }>`
    select e.id from events e where e."plateNormalized" = any(${forms}::text[])
    union select c."eventId" from event_corrections c where c."lpNormalized" = any(${forms}::text[])
    order by id`.execute(db);
  return { forms, eventIds: rows.map(({ id }) => id) };
}

/** Counts the records of a plate in every table that has some. */
export async function countRecords(db: ReadDb | Tx, plate: SoughtPlate): Promise<PlateRecords[]> {
  const counts: PlateRecords[] = [];
  for (const table of plateTables) {
    const { count } = await onlyRow(
      sql<{ count: number }>`select count(*) as count from ${sql.table(table.table)} where ${table.about(plate)}`,
      db,
    );
    counts.push({ table, count });
  }
  return counts.filter(({ count }) => count > 0);
}

/** The events of a plate as far as erasure depends on them. */
export interface PlateEvents {
  readonly hashed: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** When the newest event with a picture was received. */
  readonly lastPictureAt: string | null;
  readonly pictures: readonly string[];
}

export async function loadPlateEvents(db: ReadDb | Tx, { forms, eventIds }: SoughtPlate): Promise<PlateEvents> {
  const { pictures, ...found } = await onlyRow(
    sql<Omit<PlateEvents, "pictures"> & { pictures: (string | null)[] | null }>`
    select count(*) filter (where "plateNormalized" = ${forms[1]}) as hashed,
      min("occurredAt") as "firstAt", max("occurredAt") as "lastAt",
      max("receivedAt") filter (where coalesce("fullImage", "plateImage") is not null) as "lastPictureAt",
      array_agg("fullImage") || array_agg("plateImage") as pictures
    from events where id = any(${[...eventIds]}::bigint[])`,
    db,
  );
  // PostgreSQL makes no array of no rows.
  return { ...found, pictures: [...new Set(pictures)].filter((name) => name !== null) };
}
