import { assertFound } from "@gatehouse/contract/assert-found";
import { type Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import Cursor from "pg-cursor";
import type { ArchiveEntry } from "./archive.ts";
import { listTables } from "./catalog.ts";
import type { TableColumns } from "./manifest.ts";

const lockTimeout = "60s";
const picturesPerFetch = 1_000;
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

/** The rows of a table in COPY's text format, as they arrive from the database. */
export function dumpTable(
  client: Client,
  { name, columns }: TableColumns,
  onRows: (rows: number) => void,
): ArchiveEntry {
  async function* content(): AsyncGenerator<Uint8Array> {
    const copy = client.query(copyTo(`copy (select ${columnList(columns)} from ${escapeIdentifier(name)}) to stdout`));
    for await (const chunk of copy) yield chunk as Uint8Array;
    onRows(copy.rowCount);
  }
  return { kind: "table", name, isCompressed: true, content: content() };
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
