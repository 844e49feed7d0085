import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { demoTimeoutMs, startDemo as start } from "./demo/running-demo.ts";

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
  it.each([
    ["to listen on the network", { HOST: "0.0.0.0" }, 'may only listen on this machine. Unset HOST ("0.0.0.0").'],
    [
      "to use another database",
      { DATABASE_URL: "postgres://x@y/z" },
      "The demo uses its own database. Unset DATABASE_URL.",
    ],
  ])("refuses %s", async (_, env, message) => {
    const rejected = startDemo({ DATA_DIR: createFolder(), ...env });
    expect(await rejected.ended).toBe(1);
    expect(rejected.output()).toContain(message);
  });

  it("refuses the folder of a real site", async () => {
    const DATA_DIR = createFolder();
    mkdirSync(join(DATA_DIR, "postgres"));
    const rejected = startDemo({ DATA_DIR });
    expect(await rejected.ended).toBe(1);
    expect(rejected.output()).toBe(`DATA_DIR: ${DATA_DIR} contains a real site, not a demo. Choose another folder.\n`);
  });
});
