import { promisify } from "node:util";
import { gzip, type ZlibOptions } from "node:zlib";
import { assertFound } from "@gatehouse/contract/assert-found";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import Cursor from "pg-cursor";
import { type ArchiveFile, tablePath, toArchiveFile } from "./archive.ts";
import { listTables } from "./catalog.ts";
import type { TableColumns } from "./manifest.ts";

const lockTimeout = "60s";
const picturesPerFetch = 1_000;
const usualPartBytes = 8_388_608;
// Higher levels take twice the time for a tenth of the size.
const compressionLevel = 3;
const compress = promisify<Buffer, ZlibOptions, Buffer>(gzip);
const pictureColumns = ["fullImage", "plateImage"];

/** Begins the transaction of a backup: everything read in it is of one moment, while the server keeps writing. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query("begin transaction isolation level repeatable read read only");
  await client.query(`set local lock_timeout = '${lockTimeout}'`);
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  // No table is dropped while the backup runs. Writers and readers are not blocked.
  const names = (await listTables(client)).map(({ name }) => escapeIdentifier(name));
  if (names.length > 0) await client.query(`lock table ${names.join(", ")} in access share mode`);
}

const columnList = (columns: readonly string[]) => columns.map((column) => escapeIdentifier(column)).join(", ");

/** The rows of a table in COPY's text format, as compressed files: tar needs their sizes first. Returns the number of rows. */
export async function* dumpTable(client: Client, { name, columns }: TableColumns): AsyncGenerator<ArchiveFile, number> {
  const copy = client.query(copyTo(`copy (select ${columnList(columns)} from ${escapeIdentifier(name)}) to stdout`));
  let part = 0;
  for await (const rows of joinRows(copy)) {
    part += 1;
    yield toArchiveFile(tablePath(name, part), await compress(rows, { level: compressionLevel }));
  }
  return copy.rowCount;
}

/** Collects whole rows, each of which ends with a line feed, up to some size. */
export async function* joinRows(
  copy: AsyncIterable<Buffer>,
  partBytes: number = usualPartBytes,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of copy) {
    const end = bytes + chunk.length < partBytes ? 0 : chunk.lastIndexOf("\n") + 1;
    if (end > 0) {
      yield Buffer.concat([...parts, chunk.subarray(0, end)]);
      parts = [];
      bytes = 0;
    }
    parts.push(chunk.subarray(end));
    bytes += chunk.length - end;
  }
  if (bytes > 0) yield Buffer.concat(parts);
}

/** The statement that loads the rows of a table. */
export const loadStatement = ({ name, columns }: TableColumns): string =>
  `copy ${escapeIdentifier(name)} (${columnList(columns)}) from stdin`;

/** The names of the pictures that events of the snapshot refer to, each once. */
export async function* listPictures(client: Client, tables: readonly TableColumns[]): AsyncGenerator<string> {
  const events = assertFound(
    tables.find(({ name }) => name === "events"),
    "a database without the table of events",
  ).columns;
  const selects = pictureColumns
    .filter((column) => events.includes(column))
    .map((column) => escapeIdentifier(column))
    .map((column) => `select ${column} as name from events where ${column} is not null`);
  if (selects.length === 0) return;
  // "union" removes duplicates in the database, on its disk if need be.
  const cursor = client.query(new Cursor<{ name: string }>(`${selects.join(" union ")} order by 1`));
  try {
    for (let rows = await cursor.read(picturesPerFetch); rows.length > 0; rows = await cursor.read(picturesPerFetch))
      yield* rows.map(({ name }) => name);
  } finally {
    await cursor.close();
  }
}
