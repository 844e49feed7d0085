import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { demoTimeoutMs, signIn, startDemo as start, waitForOutput, waitForServer } from "./demo/running-demo.ts";

vi.setConfig({ testTimeout: demoTimeoutMs });

function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function startDemo(env: Record<string, string>) {
  const demo = start(env);
  onTestFinished(demo.stop);
  return demo;
}

describe("npm run demo", () => {
  it("AIDEV-2 registers a device of each kind on first run, and Ctrl-C ends everything soon", async () => {
    const DATA_DIR = createFolder();
    const running = startDemo({ DATA_DIR });
    const address = await waitForServer(running.output);
    await vi.waitFor(() => expect(existsSync(join(DATA_DIR, "demo-devices"))).toBe(true), { timeout: 30_000 });
    expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({
      demo: {
        username: "admin",
        password: "demo-gatehouse",
        accounts: [{ title: "Administrator" }, { title: "Manager" }, { title: "Guard" }],
      },
    });
    const ask = await signIn(address);
    expect(await ask("/ai-devices/anpr-ac")).toMatchObject([
      { vendor: "uncanny", label: "Main gate plates" },
      { vendor: "carrida", label: "Exit plates" },
      { vendor: "generic", label: "Service gate", hasPassword: true },
    ]);
    const [deck] = await ask<{ id: number }[]>("/ai-devices/epld");
    expect(await ask(`/ai-devices/${deck?.id}/cameras`)).toMatchObject([
      { name: "Deck 1 east" },
      { name: "Deck 1 west" },
      { name: "तल २" },
    ]);

    const postgres = Number.parseInt(readFileSync(join(DATA_DIR, "postgres", "postmaster.pid"), "utf8"), 10);
    const controlUrl = await waitForOutput(running.output, /control it at (\S+)/);
    const began = performance.now();
    running.signal();
    await running.ended;
    // The server gives up after 4.8 s; on a busy machine the processes end somewhat later, and PostgreSQL by itself.
    expect(performance.now() - began).toBeLessThan(8_000);
    await vi.waitFor(() => expect(() => process.kill(postgres, 0)).toThrow(), { timeout: 15_000 });
    await expect(fetch(controlUrl)).rejects.toThrow();
  });

  it.each([
    ["to listen on the network", { HOST: "0.0.0.0" }, 'may only listen on this machine. Unset HOST ("0.0.0.0").'],
    [
      "to use another database",
      { DATABASE_URL: "postgres://x@y/z" },
      "The demo uses its own database. Unset DATABASE_URL.",
    ],
  ])("refuses %s", async (_, env, message) => {
    const refused = startDemo({ DATA_DIR: createFolder(), ...env });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(message);
  });

  it("refuses the folder of a real site", async () => {
    const DATA_DIR = createFolder();
    mkdirSync(join(DATA_DIR, "postgres"));
    const refused = startDemo({ DATA_DIR });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(`DATA_DIR: ${DATA_DIR} contains a real site, not a demo. Choose another folder.\n`);
  });
});
