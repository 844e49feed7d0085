import { pipeline } from "node:stream/promises";
import { type Client, type ClientBase, escapeIdentifier, escapeLiteral } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { createSchema } from "../platform/database/migrate.ts";
import { BackupError } from "./backup-error.ts";
import { type ForeignKey, listForeignKeys, listPartitions, listTables, type SequenceValue } from "./catalog.ts";
import { loadStatement } from "./dump-database.ts";
import type { Manifest, Summary } from "./manifest.ts";

/** Loads the tables of a backup into an empty database, in one transaction. */
export interface DatabaseLoad {
  /** Returns the number of rows. */
  load(table: string, rows: AsyncIterable<Uint8Array>): Promise<number>;
  /** Ends the sessions, sets sequences and checks all foreign keys; what was loaded becomes visible. */
  commit(summary: Summary): Promise<void>;
}

/** Creates the schema of the backup, and disables what would change or refuse its rows while they are loaded. */
export async function beginLoad(client: Client, { migrations, tables, partitions }: Manifest): Promise<DatabaseLoad> {
  await client.query("begin");
  await client.query("set local statement_timeout = 0");
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("select pg_advisory_xact_lock($1)", [advisoryLocks.migrations]);
  await createSchema(client, migrations);
  await createPartitions(client, partitions);
  const created = (await listTables(client)).map(({ name }) => escapeIdentifier(name));
  const foreignKeys = await listForeignKeys(client);
  // A superuser could set session_replication_role instead. The owner of a managed database isn't one.
  await dropForeignKeys(client, foreignKeys);
  for (const name of created) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${created.join(", ")}`);
  const loaded: Record<string, number> = {};

  return {
    load: async (name, rows) => {
      const table = tables.find((each) => each.name === name);
      if (!table) throw new BackupError(`The backup contains the table ${name} twice or without its columns.`);
      const copy = client.query(copyFrom(loadStatement(table)));
      await pipeline(rows, copy);
      loaded[name] = copy.rowCount;
      return copy.rowCount;
    },
    commit: async ({ rows, sequences }) => {
      const wrong = tables.find(({ name }) => loaded[name] !== rows[name]);
      if (wrong) throw new BackupError(`The table ${wrong.name} was not loaded completely.`);
      // A session of the backup may have been ended since: a sign-out must not be undone.
      await client.query(`update sessions set "endedAt" = now() where "endedAt" is null`);
      for (const sequence of sequences) await setSequence(client, sequence);
      for (const { table, name, definition } of foreignKeys) {
        await client.query(
          `alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
        );
      }
      for (const name of created) await client.query(`alter table ${name} enable trigger user`);
      await client.query("commit");
      await client.query("analyze");
    },
  };
}

/** The months of the events at the time of the backup; the schema has those around now. */
async function createPartitions(client: ClientBase, partitions: Manifest["partitions"]): Promise<void> {
  const existing = new Set((await listPartitions(client)).map(({ name }) => name));
  for (const { name, parent, bound } of partitions) {
    if (existing.has(name)) continue;
    // The bound is an expression that PostgreSQL formatted; a statement of its own can't be hidden in it.
    if (bound.includes(";")) throw new BackupError(`The partition ${name} has an invalid bound.`);
    await client.query(`create table ${escapeIdentifier(name)} partition of ${escapeIdentifier(parent)} ${bound}`);
  }
}

async function dropForeignKeys(client: ClientBase, foreignKeys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`);
  }
}

async function setSequence(client: ClientBase, { name, value, isCalled }: SequenceValue): Promise<void> {
  await client.query(`select setval(${escapeLiteral(escapeIdentifier(name))}::regclass, $1, $2)`, [value, isCalled]);
}
