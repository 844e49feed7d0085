import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { openSecretKey } from "../../src/platform/secret-key.ts";
import { dataFolder, launch, post, slowMachineMs } from "./launch.ts";

vi.setConfig({ testTimeout: slowMachineMs, hookTimeout: slowMachineMs });

describe("the key file", () => {
  test.each([
    ["is empty", 0],
    ["is cut short", 7],
    ["is one byte too long", 33],
  ])("SAFE-1 stops the start before anything else when it %s", async (_, length) => {
    const DATA_DIR = dataFolder();
    const path = join(DATA_DIR, "secret.key");
    writeFileSync(path, Buffer.alloc(length, 1));
    expect(await launch({ DATA_DIR }).ended).toEqual({
      code: 1,
      stdout: "",
      stderr: `DATA_DIR: the key file ${path} has ${length} bytes instead of 32: restore it from a backup, or delete it to create a new one and then issue new device secrets and enter device passwords again.\n`,
    });
    expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false);
    expect(readFileSync(path)).toHaveLength(length);
  });

  test("SAFE-1 is created whole, once, and kept", () => {
    const folder = dataFolder();
    const first = openSecretKey(undefined, folder).derive("test");
    expect(readFileSync(join(folder, "secret.key"))).toHaveLength(32);
    expect(openSecretKey(undefined, folder).derive("test")).toEqual(first);
    expect(readdirSync(folder)).toEqual(["secret.key"]);
  });

  test("SAFE-1 is created again when it is lost, and pushes and sign-in go on", async () => {
    const DATA_DIR = dataFolder();
    const ADMIN_PASSWORD = "tulip-harbour-42";
    const first = launch({ DATA_DIR, ADMIN_PASSWORD });
    const session = await signIn(await first.ready, ADMIN_PASSWORD, "quiet-lantern-7");
    const made = await session.post("/ai-devices", {
      vendor: "generic",
      label: "Gate camera",
      scope: "ac",
      ip: "127.0.0.1",
      apiPort: 9,
      password: "hush",
    });
    const { id } = (await made.json()) as { id: number };
    await session.get(`/ai-devices/${id}/ingest`);
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

async function signIn(address: string, password: string, own?: string) {
  const login = await post(address, "/auth/login", { username: "admin", password });
  let { token } = (await login.json()) as { token: string };
  if (own !== undefined) {
    const reset = await post(address, "/auth/reset-password", { password: own }, token);
    ({ token } = (await reset.json()) as { token: string });
  }
  const headers = { authorization: `Bearer ${token}` };
  return {
    post: (path: string, body?: unknown) =>
      body === undefined
        ? fetch(`${address}/api${path}`, { method: "POST", headers })
        : post(address, path, body, token),
    get: (path: string) => fetch(`${address}/api${path}`, { headers }),
  };
}
