import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { contractors } from "../packages/simulator/src/plan/vehicle-plan.ts";
import { repositoryRoot } from "./source/files.ts";

// Building the console is slow on a busy machine.
const timeoutMs = 240_000;
vi.setConfig({ testTimeout: timeoutMs });

function createFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Starts the demo in its own process group, as a terminal does. */
function startDemo(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    cwd: repositoryRoot,
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", SIMULATOR_PORT: "0", ...env },
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

const waitForOutput = (text: () => string, pattern: RegExp) =>
  vi.waitFor(
    () => {
      const found = pattern.exec(text())?.[1];
      if (found === undefined) throw new Error(`no output matches ${pattern} yet: ${text()}`);
      return found;
    },
    { timeout: timeoutMs, interval: 100 },
  );

async function signIn(address: string): Promise<(path: string, body?: unknown) => Promise<unknown>> {
  const login = await fetch(`${address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "app-id": "gatehouse-console" },
    body: JSON.stringify({ username: "admin", password: "demo-gatehouse" }),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, "app-id": "gatehouse-console" };
  return async (path, body) => {
    const sent = body === undefined ? { headers } : toPost(headers, body);
    return (await fetch(`${address}/api${path}`, sent)).json();
  };
}

const toPost = (headers: Record<string, string>, body: unknown) => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

interface BackTest {
  id: number;
  state: string;
  result: { events: number; unchanged: number; newlyDenied: number; newlyAllowed: number } | null;
}

type Ask = Awaited<ReturnType<typeof signIn>>;

/** Replays all stored events under the rules of the demo, from the empty site at their beginning. */
async function backTest(ask: Ask): Promise<BackTest["result"]> {
  const { id } = (await ask("/access/back-tests", { days: 90, rules: await ask("/access/rules") })) as BackTest;
  return vi.waitFor(
    async () => {
      const { state, result } = (await ask(`/access/back-tests/${id}`)) as BackTest;
      expect(state).toBe("done");
      return result;
    },
    { timeout: timeoutMs, interval: 200 },
  );
}

/** Waits until the simulated site drives its first cars; returns the address of the server. */
async function waitForTraffic(output: () => string): Promise<string> {
  await waitForOutput(output, /(Multimedia display "Ramp to the decks")/);
  return (await waitForOutput(output, /ready at (\S+)/)).replace("localhost", "127.0.0.1");
}

describe("npm run demo", () => {
  it("AIDEV-2 registers a device of each kind on first run, and Ctrl-C ends everything within five seconds", async () => {
    const DATA_DIR = createFolder();
    const running = startDemo({ DATA_DIR });
    const address = (await waitForOutput(running.output, /ready at (\S+)/)).replace("localhost", "127.0.0.1");
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
    const [deck] = (await ask("/ai-devices/epld")) as { id: number }[];
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
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(() => process.kill(postgres, 0)).toThrow();
    await expect(fetch(controlUrl)).rejects.toThrow();
  });

  it("DEMO-1 loads a month of events once, decided by the rules of the site", async () => {
    const DATA_DIR = createFolder();
    const first = startDemo({ DATA_DIR, SCENARIO: "none" });
    const ask = await signIn(await waitForTraffic(first.output));
    expect(Number(await waitForOutput(first.output, /Demo: (\d+) past events/))).toBeGreaterThan(54_000);

    const plate = contractors[0]?.plate.replaceAll(" ", "");
    const { data } = (await ask(`/events/ac?search=${plate}&limit=100`)) as {
      data: { id: number; dateTime: string }[];
    };
    const late = data.find(({ dateTime }) => dateTime.slice(11, 16) === "18:07");
    expect(await ask(`/events/ac/${late?.id}/why`)).toMatchObject({
      reasonCode: "deny.schedule-closed",
      nearestFix: "Contractors are allowed until 18:00; it was 18:07",
    });
    const alerts = (await ask("/alerts?scope=ac&resolved=true")) as { title: string; status: string }[];
    expect(alerts).toContainEqual(expect.objectContaining({ title: "Barrier did not open", status: "resolved" }));
    await vi.waitFor(
      async () => {
        const { data: latest } = (await ask("/events/ac?limit=1")) as {
          data: { images: { fullImage: string | null } }[];
        };
        expect(latest[0]?.images.fullImage).toEqual(expect.any(String));
      },
      { timeout: timeoutMs, interval: 200 },
    );
    const replayed = await backTest(ask);
    expect(replayed).toMatchObject({ newlyDenied: 0, newlyAllowed: 0 });
    expect(replayed?.unchanged).toBeGreaterThan(15_000);

    first.signal();
    await first.ended;
    const second = startDemo({ DATA_DIR, SCENARIO: "none" });
    const again = await signIn(await waitForTraffic(second.output));
    expect(second.output()).not.toContain("past events");
    expect((await backTest(again))?.events).toBe(replayed?.events);
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
