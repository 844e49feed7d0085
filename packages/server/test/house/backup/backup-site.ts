import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client, type ClientConfig, escapeIdentifier } from "pg";
import { listTables } from "../../../src/house/backup/catalog.ts";

const sources = join(import.meta.dirname, "../../../src");
const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Runs a command as its npm script does. */
export async function run(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [join(sources, command), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  }
  const [code] = await once(child, "close");
  return { code: code as number, output };
}

/** Connects to a database for the time of some work. */
export async function withClient<T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of rows and the hash of each table, in any order of its rows. A restore sets the end of sessions. */
export async function hashTables(client: Client): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const { name } of await listTables(client)) {
    const row = name === "sessions" ? `(to_jsonb(t) - 'endedAt')::text` : "t::text";
    const { rows } = await client.query(
      `select count(*) as rows, md5(coalesce(string_agg(${row}, '|' order by ${row}), '')) as hash
       from ${escapeIdentifier(name)} t`,
    );
    hashes[name] = `${rows[0].rows} ${rows[0].hash}`;
  }
  return hashes;
}

/** The definitions of everything in the schema that a restore must create: constraints, indexes, triggers, sequences. */
export async function describeSchema(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
      from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'
    union all select 'index ' || indexdef from pg_indexes where schemaname = current_schema()
    union all select 'trigger ' || tgrelid::regclass || ' ' || tgenabled::text || ' ' || pg_get_triggerdef(t.oid)
      from pg_trigger t join pg_class c on c.oid = tgrelid
      where c.relnamespace = current_schema()::regnamespace and not tgisinternal
    union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0)
      from pg_sequences where schemaname = current_schema()
    order by 1`);
  return rows.map(({ line }) => line);
}

/** The hash of each file in a folder. */
export function hashFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}
