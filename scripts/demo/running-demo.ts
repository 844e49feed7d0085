import { spawn } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";
import { repositoryRoot } from "../source/files.ts";

/** Building the console is slow on a busy machine. */
export const demoTimeoutMs = 600_000;

/** Starts the demo in its own process group, as a terminal does. */
export function startDemo(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["scripts/demo.mjs"], {
    cwd: repositoryRoot,
    env: { PATH, NODE_COMPILE_CACHE, TZ: "UTC", PORT: "0", SIMULATOR_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const signal = () => process.kill(-(child.pid ?? 0), "SIGINT");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) signal();
    await ended;
  };
  return { ended, signal, stop, output: () => output };
}

/** Waits until the output matches; returns the first group. */
export const waitForOutput = (text: () => string, pattern: RegExp) =>
  vi.waitFor(
    () => {
      const found = pattern.exec(text())?.[1];
      if (found === undefined) throw new Error(`no output matches ${pattern} yet: ${text()}`);
      return found;
    },
    { timeout: demoTimeoutMs, interval: 100 },
  );

/** Waits for the server; returns its address. */
export const waitForServer = async (output: () => string) =>
  (await waitForOutput(output, /ready at (\S+)/)).replace("localhost", "127.0.0.1");

/** Waits until the simulated site drives its first cars; returns the address of the server. */
export async function waitForTraffic(output: () => string): Promise<string> {
  await waitForOutput(output, /(Multimedia display "Ramp to the decks")/);
  return waitForServer(output);
}

/** Calls the API: a body is posted. */
export type Ask = <Answer>(path: string, body?: unknown) => Promise<Answer>;

/** Signs in as the administrator of the demo. */
export async function signIn(address: string): Promise<Ask> {
  const post = (headers: Record<string, string>, body: unknown) => ({
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const app = { "app-id": "gatehouse-console" };
  const credentials = { username: "admin", password: "demo-gatehouse" };
  const login = await fetch(`${address}/api/auth/login`, post(app, credentials));
  const { token } = (await login.json()) as { token: string };
  const headers = { ...app, authorization: `Bearer ${token}` };
  return async <Answer>(path: string, body?: unknown) => {
    const response = await fetch(`${address}/api${path}`, body === undefined ? { headers } : post(headers, body));
    return (await response.json()) as Answer;
  };
}
