import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { sealRows } from "../../../src/house/audit/seal.store.ts";
import { insertAuditEntry } from "../../../src/platform/database/audit-entry.ts";
import { connectDatabase } from "../../../src/platform/database/database.ts";
import { createAuditSeals } from "../../../src/platform/security/audit-seals.ts";
import { loadSecretKey } from "../../../src/platform/security/secret-key.ts";
import { testDatabase } from "../../harness.ts";

const command = join(import.meta.dirname, "../../../src/house/audit/verify-audit-command.ts");
const { PATH, NODE_COMPILE_CACHE } = process.env;
const secret = Buffer.alloc(32, 5);
const connection = await testDatabase();

/** Runs the command as `npm run verify-audit` does. */
async function verify(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-verify-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(connection.host)}`;
  const child = spawn(process.execPath, [command], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, DATABASE_URL: url, ...env },
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

describe("npm run verify-audit", () => {
  it("AUD-3 prints a summary, or the changed row with its day, and exits with 1", async () => {
    const db = connectDatabase(connection);
    onTestFinished(() => db.destroy());
    const actor = { username: "asha", requestId: "r", call: "PUT /lanes/{id}", address: "127.0.0.1" };
    await insertAuditEntry(db, { action: "sign-in", entity: "users" }, actor);
    await sealRows(db, createAuditSeals(loadSecretKey(secret, "")), new Date("2026-03-01T12:00:00Z"));
    const env = { SECRET_KEY: secret.toString("base64") };
    const intact = await verify(env);
    expect(intact.output).toContain("The audit trail is unchanged: 1 rows on 1 days.");
    expect(intact.code).toBe(0);
    const { rows } = await sql<{ id: number }>`update audit_log set username = 'x' returning id`.execute(db);
    const changed = await verify(env);
    expect(changed.output).toContain(`2026-03-01  row ${rows[0]?.id}: row was changed`);
    expect(changed.code).toBe(1);
  });

  it("AUD-3 needs the key of the server, and does not create one", async () => {
    const { code, output } = await verify({});
    expect(output).toContain("secret.key is missing");
    expect(code).toBe(1);
  });
});
