import { sql } from "kysely";
import type { ImageStore } from "../images/image-store.ts";
import { readWhole } from "../images/read-whole.ts";
import type { ReadDb } from "../platform/database/database.ts";
import type { ZipPart } from "../platform/zip.ts";
import { plateTables, type SoughtPlate } from "../retention/plate-tables.ts";
import { loadPlateEvents } from "./plate-records.ts";

interface PlateExport {
  readonly plate: SoughtPlate;
  readonly store: ImageStore | undefined;
  readonly site: string;
  readonly at: Date;
}

const toJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** PRIV-4: everything that is stored about a plate: one JSON file for each table, and the pictures of its events. */
export async function* exportPlate(db: ReadDb, { plate, store, site, at }: PlateExport): AsyncGenerator<ZipPart> {
  const counts: Record<string, number> = {};
  for (const { table, title, about, isExported } of plateTables) {
    if (!isExported) continue;
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${about(plate)}`.execute(db);
    if (rows.length === 0) continue;
    counts[title] = rows.length;
    yield { name: `${table}.json`, bytes: toJson(rows.map(({ row }) => row)) };
  }
  const { pictures } = await loadPlateEvents(db, plate);
  const missing: string[] = [];
  for (const name of pictures) {
    const bytes = await readWhole(store, name);
    if (bytes) yield { name: `pictures/${name}.jpg`, bytes };
    else missing.push(name);
  }
  const [normalized, hash] = plate.forms;
  yield {
    name: "summary.json",
    bytes: toJson({
      site,
      createdAt: at.toISOString(),
      plate: normalized,
      hash,
      records: counts,
      missingPictures: missing,
    }),
  };
}
