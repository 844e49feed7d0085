import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, test, vi } from "vitest";
import { postgresUser } from "../../../src/platform/postgres/postgres-folder.ts";
import { type Launched, launch, post, preparedFolder, slowMachineMs } from "../../start/launch.ts";
import { postgresPid } from "../../start/processes.ts";
import { multipart } from "./multipart.ts";

vi.setConfig({ testTimeout: slowMachineMs * 2, hookTimeout: slowMachineMs });

const rows = 20_000;
let folder = "";
const start = () => launch({ DATA_DIR: folder, DEMO: "1" });

async function ask<Row>(sql: string): Promise<Row> {
  const client = new Client({ host: join(folder, "postgres"), user: postgresUser, database: "gatehouse" });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as Row;
  } finally {
    await client.end();
  }
}

const stored = async () => (await ask<{ n: number }>("select count(*)::integer as n from identifiers")).n;

async function killed(server: Launched): Promise<void> {
  const postgres = postgresPid(folder);
  server.child.kill("SIGKILL");
  process.kill(postgres, "SIGKILL");
  await server.ended;
}

/** Starts an upload whose second half is sent on demand. */
async function upload(address: string) {
  const login = await post(address, "/auth/login", { username: "admin", password: "demo-gatehouse" });
  const { token } = (await login.json()) as { token: string };
  const content = `lp,vehicleType\n${Array.from({ length: rows }, (_, index) => `MH ${index},CAR\n`).join("")}`;
  const { body, headers } = multipart({ field: "lps", content, filename: "p.csv" });
  const middle = body.length / 2;
  const second = Promise.withResolvers<void>();
  const halves = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(body.subarray(0, middle)),
    pull: async (to) => {
      await second.promise;
      to.enqueue(body.subarray(middle));
      to.close();
    },
  });
  const answer = fetch(`${address}/api/ac/upload-lps`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: halves,
    duplex: "half",
  } as RequestInit);
  answer.catch(() => {}); // a killed server answers nothing
  return { answer, finish: () => second.resolve() };
}

const isWorking = (query: string) =>
  vi.waitFor(
    async () => {
      const { n } = await ask<{ n: number }>(
        `select count(*)::integer as n from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query ilike '%${query}%'`,
      );
      expect(n).toBeGreaterThan(0);
    },
    { timeout: slowMachineMs, interval: 2 },
  );

describe("kill -9 during an import", () => {
  test("ID-4 keeps nothing of an incomplete file and everything of a complete one", async () => {
    folder = await preparedFolder();
    const first = start();
    await upload(await first.ready);
    await isWorking("copy staged");
    await killed(first);

    const second = start();
    const merging = await upload(await second.ready);
    expect(await stored()).toBe(0);
    merging.finish();
    await isWorking("insert into identifiers");
    await killed(second);

    const third = start();
    const whole = await upload(await third.ready);
    expect(await stored()).toBe(0);
    whole.finish();
    expect(await (await whole.answer).json()).toMatchObject({ added: rows });
    expect(await stored()).toBe(rows);
  });
});
