import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createDiagnostics } from "../../../src/house/diagnostics/bundle.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createRecentLog } from "../../../src/platform/recent-log.ts";
import { environment } from "../../../src/platform/settings.ts";
import { readZip } from "../../../src/record/evidence/verify-evidence.ts";
import { createSharedParts } from "../../../src/shared-parts.ts";
import { testDatabase } from "../../harness.ts";
import { createPeople } from "../../people/users/people.ts";
import { testServer } from "../../test-server.ts";
import { run } from "../backup/backup-site.ts";

const folder = mkdtempSync(join(tmpdir(), "gatehouse-diagnostics-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const machine = { dataDir: folder, backupDir: null };
const connection = await testDatabase();
const server = await testServer((services) => createSharedParts(services, { machine }), { connection });
const people = createPeople(server);

async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  const { files } = await readZip(bytes);
  return Object.fromEntries([...files].map(([name, content]) => [name, content.toString("utf8")]));
}

const download = (token: string) =>
  server.app.inject({ url: "/api/diagnostics", headers: { authorization: `Bearer ${token}` } });

/** A database in which every text is marked with its column; constraints would reject most of the marks. */
async function markedDatabase() {
  const marked = await testDatabase();
  const db = connectDatabase(marked);
  afterAll(() => db.destroy());
  const { rows: constraints } = await sql<{ statement: string }>`
    select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('c', 'f', 'x') and conparentid = 0
      and coninhcount = 0
    union all
    select format('alter table %s alter column %I drop not null', attrelid::regclass, attname)
    from pg_attribute join pg_class c on c.oid = attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and attnotnull and attgenerated <> ''`.execute(db);
  for (const { statement } of constraints) await sql.raw(statement).execute(db);
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", column_name as "column", udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.is_identity = 'NO' and c.table_name !~ '^events_'
    order by 1, ordinal_position`.execute(db);
  const tables = new Map<string, { column: string; type: string }[]>();
  for (const { table, ...column } of columns) tables.set(table, [...(tables.get(table) ?? []), column]);
  for (const table of tables.keys()) {
    await sql.raw(`alter table "${table}" disable trigger user`).execute(db);
    await sql.raw(`truncate "${table}" cascade`).execute(db);
  }
  for (const [table, fields] of tables) {
    const names = fields.map(({ column }) => `"${column}"`).join(", ");
    const values = fields.map(({ column, type }) => literalOf(type, markOf(table, column))).join(", ");
    await sql.raw(`insert into "${table}" (${names}) values (${values})`).execute(db);
  }
  const texts = columns.filter(({ type }) => ["text", "varchar", "jsonb", "json", "_text", "bytea"].includes(type));
  return { db, marks: texts.map(({ table, column }) => markOf(table, column)) };
}

const markOf = (table: string, column: string) => `<${table}.${column}>`;

function literalOf(type: string, mark: string): string {
  if (type === "text" || type === "varchar") return `'${mark}'`;
  if (type === "jsonb" || type === "json") return `'{"secret": "${mark}"}'`;
  if (type === "_text") return `array['${mark}']`;
  if (type.startsWith("_")) return "'{}'";
  if (type === "bytea") return `'${mark}'::bytea`;
  if (type === "bool") return "true";
  if (type === "timestamptz" || type === "date") return "now()";
  if (type === "interval") return "'1 hour'";
  if (type === "uuid") return "gen_random_uuid()";
  return /^(int|float|numeric)/.test(type) ? "1" : "default";
}

describe("the diagnostics bundle", () => {
  it("OPSYS-6 contains no text of the database, except those that describe its technology", async () => {
    const { db, marks } = await markedDatabase();
    expect(marks.length).toBeGreaterThan(300);
    expect(marks).toEqual(
      expect.arrayContaining(["<ai_devices.passwordSecret>", "<cameras.rtspStreamUrl>", "<events.lp>"]),
    );
    const files = await unzip(await buffer(createDiagnostics(db, machine, new Date())));
    const bundle = Object.values(files).join("\n");
    expect(bundle, "a part that failed would prove nothing").not.toContain('"fault"');
    expect(marks.filter((mark) => bundle.includes(mark)).toSorted()).toEqual([
      "<ai_devices.module>",
      "<ai_devices.vendor>",
      "<alerts.scope>",
      "<alerts.status>",
      "<alerts.type>",
      "<cameras.module>",
      "<cameras.status>",
      "<commands.kind>",
      "<commands.state>",
      "<events.module>",
      "<events.timing>",
      "<hardware_status.kind>",
      "<hardware_status.reason>",
      "<hardware_status.state>",
      "<module_activation.kind>",
      "<outbox.kind>",
      "<report_jobs.state>",
      "<schema_migrations.name>",
    ]);
  });

  it("OPSYS-6 contains no secret of the environment, and no private configuration", async () => {
    const secrets = Object.entries(environment).filter(([, row]) => "secret" in row && row.secret);
    expect(secrets.map(([name]) => name)).toEqual(
      expect.arrayContaining(["DATABASE_URL", "SECRET_KEY", "ADMIN_PASSWORD"]),
    );
    for (const [name] of secrets) vi.stubEnv(name, `secret of ${name}`);
    vi.stubEnv("LOG_LEVEL", "debug");
    const texts = {
      siteName: "Villa Rosa",
      cloudUrl: "https://u:pw@127.0.0.1/?key=k1",
      stationContacts: "Asha +49 30 1234",
    };
    for (const [key, value] of Object.entries(texts)) {
      const row = { value: JSON.stringify(value) };
      await server.services.db.updateTable("configs").set(row).where("key", "=", key).execute();
    }
    const files = await unzip(await buffer(createDiagnostics(server.services.db, machine, new Date())));
    vi.unstubAllEnvs();
    const bundle = Object.values(files).join("\n");
    for (const text of ["secret of", ...Object.values(texts)]) expect(bundle).not.toContain(text);
    expect(JSON.parse(files["environment.json"] ?? "")).toMatchObject({ SECRET_KEY: "(set)", LOG_LEVEL: "debug" });
    expect(JSON.parse(files["configurations.json"] ?? "")).toMatchObject({
      configurations: { siteName: "(set)", timeZone: "UTC", backupsKept: 7, ticketUrl: "" },
    });
    expect(JSON.parse(files["database.json"] ?? "").migration).toBe(
      JSON.parse(files["database.json"] ?? "").latestMigration,
    );
    expect(files["tables.json"]).toContain('"table": "audit_log"');
  });

  it("OPSYS-6 has the newest lines of the log, without plates, names, addresses and tokens", async () => {
    const recent = createRecentLog(2_000);
    recent.write(`${JSON.stringify({ msg: "before the folder is known" })}\n`);
    const home = mkdtempSync(join(folder, "log-"));
    recent.open(home);
    const log = createLog("info", recent);
    const error = Object.assign(new Error('duplicate key "KA01AB1234" at https://u:pw@127.0.0.1/x?token=t0ken'), {
      code: "23505",
      table: "identifiers",
      detail: "Key (iid)=(KA01AB1234)",
    });
    log.warn({ error, plate: "KA01AB1234", user: "asha", job: "outbox", pushes: 3 }, "could not store MH12DE1433");
    log.info(
      { requestId: "r-1", method: "GET", path: "/api/privacy/plates/KA01AB1234", ip: "127.0.0.9", status: 200 },
      "answered",
    );
    log.info({ requestId: "r-2", path: "/api/gates/12/open" }, "answered by asha@example.com with Bearer abc");
    await recent.settled();
    const files = await unzip(
      await buffer(createDiagnostics(server.services.db, { dataDir: home, backupDir: null }, new Date())),
    );
    const lines = (files["log.jsonl"] ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { msg: "before the folder is known" },
      {
        msg: "could not store …",
        job: "outbox",
        pushes: 3,
        error: { message: "duplicate key … at …", code: "23505", table: "identifiers" },
      },
      { requestId: "r-1", method: "GET", path: "/api/privacy/plates/…", status: 200, msg: "answered" },
      { path: "/api/gates/12/open", msg: "answered by … with …" },
    ]);
    expect(files["log.jsonl"]).not.toMatch(/KA01|MH12|asha|127\.0\.0\.9|t0ken|abc/);
    // The files stay small: the older lines move to another file, which is then replaced.
    for (let count = 0; count < 40; count += 1) {
      log.info({ count }, "a line");
      await recent.settled();
    }
    expect((await readFile(join(home, "recent.log.old"))).length).toBeLessThan(3_000);
  });

  it("OPSYS-6 is downloaded by administrators only, and recorded in the audit trail", async () => {
    const installer = await people.signIn({ role: "installer" });
    expect((await download(installer.token)).statusCode).toBe(403);
    const admin = await people.signIn({ role: "administrator" });
    const response = await download(admin.token);
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-disposition"]).toMatch(/filename="gatehouse-diagnostics-\d{8}T\d{6}Z\.zip"/);
    const files = await unzip(response.rawPayload);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(["README.txt", "host.json", "log.jsonl"]));
    for (const name of Object.keys(files))
      expect(files["README.txt"]).toContain(name === "README.txt" ? "support" : name);
    const audit = await server.call<{ data: { summary: string; username: string }[] }>("GET /audit", {
      query: { action: "export" },
    });
    expect(audit.body.data[0]).toMatchObject({ summary: "Exported the diagnostics" });
  });

  it("OPSYS-6 npm run diagnostics writes it, also without a database", async () => {
    const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`;
    const path = join(folder, "one.zip");
    const made = await run("house/diagnostics/diagnostics-command.ts", [path], { DATA_DIR: folder, DATABASE_URL: url });
    expect(made, made.output).toMatchObject({ code: 0, output: `Diagnostics: ${path}\n` });
    expect((await unzip(await readFile(path)))["tables.json"]).toContain('"table": "audit_log"');
    const again = await run("house/diagnostics/diagnostics-command.ts", [path], {
      DATA_DIR: folder,
      DATABASE_URL: url,
    });
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining("can't be written (EEXIST") });
    writeFileSync(join(folder, "recent.log"), `${JSON.stringify({ msg: "the last words" })}\n`);
    const broken = join(folder, "two.zip");
    const env = { DATA_DIR: folder, DATABASE_URL: "postgres://u:hidden-word@127.0.0.1:1/none" };
    const other = await run("house/diagnostics/diagnostics-command.ts", [broken], env);
    expect(other).toMatchObject({ code: 0, output: expect.stringContaining("The database can't be opened") });
    const files = await unzip(await readFile(broken));
    expect(files["tables.json"]).toContain('"fault"');
    expect(files["log.jsonl"]).toContain("the last words");
    expect(Object.values(files).join("\n") + other.output).not.toContain("hidden-word");
  });
});
