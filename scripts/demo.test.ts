import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { repositoryRoot } from "./source/files.ts";

// A cold build of the console on a busy machine takes its time.
const patienceMs = 240_000;
vi.setConfig({ testTimeout: patienceMs });

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The demo as a person starts it, in a process group of its own, like in a terminal. */
function demo(env: Record<string, string>) {
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    cwd: repositoryRoot,
    env: { PATH: process.env.PATH, PORT: "0", SIMULATOR_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const signal = () => process.kill(-(child.pid ?? 0), "SIGINT");
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signal();
    await ended;
  });
  return { ended, signal, output: () => output };
}

const said = (text: () => string, pattern: RegExp) =>
  vi.waitFor(
    () => {
      const found = pattern.exec(text())?.[1];
      if (found === undefined) throw new Error(`not said yet: ${pattern}; so far: ${text()}`);
      return found;
    },
    { timeout: patienceMs, interval: 100 },
  );

async function signedIn(address: string): Promise<(path: string) => Promise<unknown>> {
  const login = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": "gatehouse-console" },
    body: JSON.stringify({ username: "admin", password: "demo-gatehouse" }),
  });
  const { token } = (await login.json()) as { token: string };
  return async (path) =>
    (await fetch(`${address}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
}

describe("npm run demo", () => {
  it("AIDEV-2 registers a device of each kind on first run, and Ctrl-C ends everything within five seconds", async () => {
    const DATA_DIR = folder();
    const running = demo({ DATA_DIR });
    const address = (await said(running.output, /ready at (\S+)/)).replace("localhost", "127.0.0.1");
    await vi.waitFor(() => expect(existsSync(join(DATA_DIR, "demo-devices"))).toBe(true), { timeout: 30_000 });
    expect(await (await fetch(`${address}/config.json`)).json()).toMatchObject({
      demo: { username: "admin", password: "demo-gatehouse" },
    });
    const ask = await signedIn(address);
    expect(await ask("/ai-devices/anpr-ac")).toMatchObject([
      { vendor: "uncanny", label: "Main gate plates" },
      { vendor: "carrida", label: "Exit plates" },
      { vendor: "generic", label: "Service gate", hasPassword: true },
    ]);
    const [deck] = (await ask("/ai-devices/epld")) as { id: number }[];
    expect(await ask(`/ai-devices/${deck?.id}/cameras`)).toMatchObject([
      { name: "Deck 1 east" },
      { name: "Deck 1 west" },
      { name: "तल २" },
    ]);

    const postgres = Number.parseInt(readFileSync(join(DATA_DIR, "postgres", "postmaster.pid"), "utf8"), 10);
    const controlUrl = await said(running.output, /play them at (\S+)/);
    const began = performance.now();
    running.signal();
    await running.ended;
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(() => process.kill(postgres, 0)).toThrow();
    await expect(fetch(controlUrl)).rejects.toThrow();
  });

  it.each([
    ["to the network", { HOST: "0.0.0.0" }, 'listens on this machine only: unset HOST, which is "0.0.0.0".'],
    ["with another database", { DATABASE_URL: "postgres://x@y/z" }, "a database of its own: unset DATABASE_URL."],
  ])("is refused %s, in one sentence", async (_, env, sentence) => {
    const refused = demo({ DATA_DIR: folder(), ...env });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toContain(sentence);
  });

  it("is refused in the folder of a real site", async () => {
    const DATA_DIR = folder();
    mkdirSync(join(DATA_DIR, "postgres"));
    const refused = demo({ DATA_DIR });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(`DATA_DIR: ${DATA_DIR} holds a site that is no demo; choose another folder.\n`);
  });
});
