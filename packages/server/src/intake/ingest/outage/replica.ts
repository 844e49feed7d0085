import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync, type StatementSync } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import type { RecordedQueries } from "../../../platform/database/recorded-queries.ts";
import { isDamage, type LocalStatement, openLocalDatabase } from "../../../platform/local-database/local-database.ts";
import { privateFolderMode } from "../../../platform/private-files.ts";
import { StartupError } from "../../../platform/startup-error.ts";
import type { IdentifierRow } from "../load-context.ts";
import type { SnapshotTables } from "./snapshot-tables.ts";

/** Everything that a process needs to decide without a database, besides the identifiers. */
export interface SavedState {
  readonly tables: SnapshotTables;
  readonly site: RecordedQueries;
}

/** The identifiers and the saved state of the snapshot, in a file of SQLite. */
export interface Replica {
  /** Whether it holds all identifiers. */
  isLoaded(): boolean;
  /** Whether all identifiers must be loaded: it is empty, or its file is damaged. */
  needsLoad(): boolean;
  /** The number of identifiers. */
  size(): number;
  find(normalized: string): IdentifierRow[];
  /** Replaces all identifiers at once, when their last page is written. */
  replaceAll(pages: AsyncIterable<readonly IdentifierRow[]>): Promise<void>;
  /** Stores changed identifiers, and deletes the others of these ids. */
  update(ids: readonly number[], rows: readonly IdentifierRow[]): Promise<void>;
  /** The saved state, with the time until when it was current. */
  saved(): (SavedState & { at: Date }) | undefined;
  /** Without a state, the saved one is still current. */
  save(at: Date, state?: SavedState): Promise<void>;
  close(): Promise<void>;
}

/** Another one means that the tables or the saved state have another form. */
const version = 1;
const earlierFiles = ["content.bin", "current-at"];
/** The general error of SQLite, such as for a missing table. */
const sqliteError = 1;

const names = "id,origin,externalId,type,iid,iidNormalized,lp,ownerName,vehicleType,validFrom,validTo,groupIds";
const fields = names.split(",") as (keyof IdentifierRow)[];
const columns = fields.map((name) => (name === "id" ? "id integer primary key" : `"${name}" text`)).join(", ");
const createIndex = `create index if not exists identifiers_normalized on identifiers ("iidNormalized")`;
const schema = `pragma journal_mode = wal; pragma synchronous = normal;
  create table if not exists state (name text primary key, content blob);
  create table if not exists identifiers (${columns});
  ${createIndex}`;

const insertInto = (table: string, rows: readonly IdentifierRow[]): LocalStatement => ({
  sql: `insert or replace into ${table} values (${fields.map(() => "?").join(", ")})`,
  each: rows.map((row) => fields.map((name) => (name === "groupIds" ? JSON.stringify(row.groupIds) : row[name]))),
});

/**
 * Opens the replica of a process; starts with an empty one if its file can't be used. Without the database it continues with
 * a saved one, or fails.
 */
export async function openReplica(folder: string, processNumber: number, savedPath?: string): Promise<Replica> {
  mkdirSync(folder, { recursive: true, mode: privateFolderMode });
  for (const name of earlierFiles) rmSync(join(folder, name), { force: true });
  const path = join(folder, `${processNumber}.db`);
  if (savedPath !== undefined) await copySaved(savedPath, path);
  const local = openLocalDatabase(path, schema);
  let reader: DatabaseSync | undefined;
  let findByKey: StatementSync | undefined;
  let isLoaded = false;
  let isDamaged = false;
  let size = 0;

  const note = (error: unknown): never => {
    isDamaged ||= isDamage(error);
    throw error;
  };

  async function run(statements: readonly LocalStatement[]): Promise<void> {
    await local.run(statements).catch(note);
  }

  async function runAndCount(statements: readonly LocalStatement[]): Promise<void> {
    const count = { sql: "select count(*) as count from identifiers" };
    const rows = await local.run([...statements, count]).catch(note);
    size = Number(rows.at(-1)?.[0]?.count);
  }

  async function open(): Promise<void> {
    await runAndCount([]);
    reader = new DatabaseSync(path, { readOnly: true });
    findByKey = reader.prepare(`select * from identifiers where "iidNormalized" = ?`);
    isLoaded = readState(reader) !== undefined;
  }

  async function startEmpty(): Promise<void> {
    findByKey = undefined;
    if (reader?.isOpen) reader.close();
    await local.clear();
    isDamaged = false;
    await open();
  }

  // On a full disk it is opened when it is loaded.
  await open()
    .catch(startEmpty)
    .catch(() => {});
  const needsLoad = () => !isLoaded || isDamaged;
  return {
    isLoaded: () => isLoaded,
    needsLoad,
    size: () => size,
    find: (normalized) => {
      try {
        const rows = (findByKey?.all(normalized) ?? []) as unknown as (IdentifierRow & { groupIds: unknown })[];
        return rows.map((row) => ({ ...row, groupIds: JSON.parse(String(row.groupIds)) as number[] }));
      } catch (error) {
        return note(error);
      }
    },
    replaceAll: async (pages) => {
      if (needsLoad()) await startEmpty();
      const create = { sql: `create table new_identifiers (${columns})` };
      await run([{ sql: "drop table if exists new_identifiers" }, create]);
      for await (const page of pages) await run([insertInto("new_identifiers", page)]);
      const rename = { sql: "alter table new_identifiers rename to identifiers" };
      await runAndCount([{ sql: "drop table identifiers" }, rename, { sql: createIndex }]);
      isLoaded = true;
    },
    update: (ids, rows) =>
      runAndCount([
        { sql: "delete from identifiers where id = ?", each: ids.map((id) => [id]) },
        insertInto("identifiers", rows),
      ]),
    saved: () => (reader ? readState(reader) : undefined),
    save: (at, state) => {
      const content = state ? [["content", serialize({ version, ...state })]] : [];
      const each = [["at", at.toISOString()], ...content];
      return run([{ sql: "insert or replace into state values (?, ?)", each }]);
    },
    close: async () => {
      if (reader?.isOpen) reader.close();
      await local.close();
    },
  };
}

/** Undefined if nothing was saved yet. */
function readState(db: DatabaseSync): (SavedState & { at: Date }) | undefined {
  const read = db.prepare("select content from state where name = ?");
  const at = read.get("at")?.content;
  const content = read.get("content")?.content;
  if (typeof at !== "string" || !(content instanceof Uint8Array)) return undefined;
  const { version: found, ...state } = deserialize(content) as SavedState & { version: number };
  if (found !== version) throw new StartupError("was saved by another version of Gatehouse");
  return { at: new Date(at), ...state };
}

/** The file of the process of this data folder that saved last. */
export function findSavedReplica(folder: string): string | undefined {
  const found = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /^\d+\.db$/.test(name));
  return found
    .map((name) => ({ path: join(folder, name), at: readTime(join(folder, name)) }))
    .filter((file): file is { path: string; at: string } => file.at !== undefined)
    .sort((one, other) => (one.at < other.at ? 1 : -1))[0]?.path;
}

/** Undefined if nothing was saved yet; a damaged file comes last. */
function readTime(path: string): string | undefined {
  try {
    using db = new DatabaseSync(path);
    const at = db.prepare("select content from state where name = 'at'").get()?.content;
    return typeof at === "string" ? at : undefined;
  } catch (error) {
    return (error as { errcode?: number }).errcode === sqliteError ? undefined : "";
  }
}

async function copySaved(from: string, to: string): Promise<void> {
  try {
    using db = new DatabaseSync(from);
    const check = db.prepare("pragma quick_check(1)").get();
    if (check?.quick_check !== "ok" || !readState(db)) throw new Error("damaged");
    if (from === to) return;
    for (const end of ["", "-wal", "-shm"]) rmSync(to + end, { force: true });
    await backup(db, to);
  } catch (error) {
    const reason = error instanceof StartupError ? error.message : "is damaged";
    throw new StartupError(`The database is not available, and the snapshot in ${from} ${reason}.`);
  }
}
