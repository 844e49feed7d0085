import { chmodSync, chownSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { addCamera, launch, post, preparedFolder, runs, signIn, slowMachineMs } from "./launch.ts";
import { postgresPid } from "./processes.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

describe("starting again after kill -9", () => {
  test("of the server alone", async () => {
    const DATA_DIR = await preparedFolder();
    const server = launch({ DATA_DIR, ADMIN_PASSWORD: "tulip-harbour-42" });
    await server.ready;
    const postgres = postgresPid(DATA_DIR);
    server.child.kill("SIGKILL");
    await server.ended;
    expect(runs(postgres)).toBe(true);

    const again = launch({ DATA_DIR });
    const response = await post(await again.ready, "/auth/login", { username: "admin", password: "tulip-harbour-42" });
    expect(response.status).toBe(200);
    expect(runs(postgres)).toBe(false);
  });

  test("of the server and PostgreSQL", async () => {
    const DATA_DIR = await preparedFolder();
    const server = launch({ DATA_DIR, ADMIN_PASSWORD: "tulip-harbour-42" });
    await server.ready;
    const postgres = postgresPid(DATA_DIR);
    server.child.kill("SIGKILL");
    process.kill(postgres, "SIGKILL");
    await server.ended;

    const again = launch({ DATA_DIR });
    const response = await post(await again.ready, "/auth/login", { username: "admin", password: "tulip-harbour-42" });
    expect(response.status).toBe(200);
    expect(runs(postgres)).toBe(false);
  });
});

describe("a failed start prints one sentence", () => {
  test("when PostgreSQL's folder belongs to another user than its files, or may not be written, without trying again", async () => {
    const DATA_DIR = await preparedFolder();
    const folder = join(DATA_DIR, "postgres");
    const server = launch({ DATA_DIR });
    await server.ready;
    server.child.kill("SIGTERM");
    await server.ended;
    const { uid, gid } = statSync(join(folder, "PG_VERSION"));
    // Any account except the one that created the database.
    const other = 1;
    chownSync(folder, other, gid);
    expect(await launch({ DATA_DIR }).ended).toEqual({
      code: 1,
      stdout: "",
      stderr: `DATA_DIR: the database folder ${folder} belongs to user ${other}, but its files belong to user ${uid}: give all of it to one user, for example with "chown -R ${uid} ${folder}".\n`,
    });

    chownSync(folder, uid, gid);
    // With a snapshot, which a slow machine saves before the end, the server starts without PostgreSQL.
    rmSync(join(DATA_DIR, "snapshot"), { recursive: true, force: true });
    chmodSync(folder, 0o500);
    const { code, stderr } = await launch({ DATA_DIR }).ended;
    expect(code).toBe(1);
    expect(stderr.match(/could not create lock file/g)).toHaveLength(2); // PostgreSQL's own line, and ours
    // In either order.
    expect(stderr).toMatch(/^DATA_DIR: PostgreSQL does not start on \S+ \(FATAL: .*Permission denied\)\.$/m);
  });
});

describe("the key file", () => {
  test("SAFE-1 is created again when it is lost, and pushes and sign-in still work", async () => {
    const DATA_DIR = await preparedFolder();
    const ADMIN_PASSWORD = "tulip-harbour-42";
    const first = launch({ DATA_DIR, ADMIN_PASSWORD });
    const session = await signIn(await first.ready, ADMIN_PASSWORD, "quiet-lantern-7");
    const { id } = await addCamera(session, { password: "hush" });
    first.child.kill("SIGTERM");
    await first.ended;
    rmSync(join(DATA_DIR, "secret.key"));

    const again = launch({ DATA_DIR });
    const later = await signIn(await again.ready, "quiet-lantern-7");
    expect(await (await later.get(`/ai-devices/${id}/ingest`)).json()).toMatchObject({ secret: null });
    const renewed = await later.post(`/ai-devices/${id}/ingest/secret`);
    const { path, secret } = (await renewed.json()) as { path: string; secret: string };
    const pushed = await fetch(`${await again.ready}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-gatehouse-secret": secret },
      body: JSON.stringify({ type: "plate", id: "1", plate: "KA01AB1234" }),
    });
    expect(pushed.status).toBe(200);
    await vi.waitFor(
      async () => {
        const alerts = (await (await later.get("/alerts?scope=ac")).json()) as { type: string }[];
        expect(alerts.map(({ type }) => type)).toEqual(["DEVICE_PASSWORD_UNREADABLE"]);
      },
      { timeout: slowMachineMs / 2, interval: 50 },
    );
  });
});

describe("a demo", () => {
  test("takes its password from the environment, and does not show a changed one", async () => {
    const DATA_DIR = await preparedFolder();
    const first = launch({ DATA_DIR, DEMO: "1", ADMIN_PASSWORD: "tulip-harbour-42" });
    expect(
      (await post(await first.ready, "/auth/login", { username: "admin", password: "tulip-harbour-42" })).status,
    ).toBe(200);
    first.child.kill("SIGINT");
    await first.ended;

    const second = launch({ DATA_DIR, DEMO: "1" });
    expect(
      (await post(await second.ready, "/auth/login", { username: "admin", password: "demo-gatehouse" })).status,
    ).toBe(401);
    second.child.kill("SIGINT");
    expect((await second.ended).stdout).not.toContain("Demo: sign in");
  });
});
