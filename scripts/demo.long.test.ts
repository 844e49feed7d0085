import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { demoTimeoutMs, signIn, startDemo, waitForOutput, waitForServer } from "./demo/running-demo.ts";

vi.setConfig({ testTimeout: demoTimeoutMs });

describe("npm run demo", () => {
  it("AIDEV-2 registers a device of each kind on first run, and Ctrl-C ends everything soon", async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const running = startDemo({ DATA_DIR });
    onTestFinished(running.stop);
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
});
