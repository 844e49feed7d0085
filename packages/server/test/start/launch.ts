import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { consoleAppId } from "@gatehouse/contract/runtime-config";
import { onTestFinished } from "vitest";
import { prepareDatabase } from "../harness.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

const { PATH, NODE_COMPILE_CACHE } = process.env;

/** Timeout of a test with several starts on a busy machine. Their speed is measured elsewhere. */
export const slowMachineMs = 180_000;

/** A server process started like from a terminal. */
export interface Launched {
  child: ChildProcess;
  /** Resolves to the address when the server is ready; rejects if it ends before. */
  ready: Promise<string>;
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** Starts a server in its own process group, like a terminal does, and stops it at the end of the test. */
export function launch(env: Record<string, string>): Launched {
  const child = spawn(process.execPath, [main], {
    // A development server connects to this machine only.
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", LOG_LEVEL: "warn", DEVELOPMENT: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ready = new Promise<string>((done, fail) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const address = /ready at (\S+)\n/.exec(stdout)?.[1];
      if (address) done(address.replace("localhost", "127.0.0.1"));
    });
    child.once("close", () => fail(new Error(`ended before it was ready: ${stdout}${stderr}`)));
  });
  ready.catch(() => {}); // tests of a failed start check `ended` instead
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    child.once("close", (code) => done({ code, stdout, stderr }));
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await ended;
  });
  return { child, ready, ended };
}

/** An empty folder for one test's data. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Like `dataFolder`, with a migrated database, for tests that are not about the creation of one. */
export async function preparedFolder(): Promise<string> {
  const folder = dataFolder();
  await prepareDatabase(folder);
  return folder;
}

/** Whether a process is still running; false for a zombie. */
export function runs(pid: number): boolean {
  try {
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Posts to the API of a started server. */
export async function post(address: string, path: string, body: unknown, token?: string): Promise<Response> {
  return fetch(`${address}/api${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "app-id": consoleAppId,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
}

/** Requests of a signed-in user. */
export type Session = Awaited<ReturnType<typeof signIn>>;

/** Signs in as admin; changes the password if a new one is given. */
export async function signIn(address: string, password: string, own?: string) {
  const login = await post(address, "/auth/login", { username: "admin", password });
  let { token } = (await login.json()) as { token: string };
  if (own !== undefined) {
    const reset = await post(address, "/auth/reset-password", { password: own }, token);
    ({ token } = (await reset.json()) as { token: string });
  }
  const headers = { authorization: `Bearer ${token}` };
  return {
    headers,
    post: (path: string, body?: unknown) =>
      body === undefined
        ? fetch(`${address}/api${path}`, { method: "POST", headers })
        : post(address, path, body, token),
    put: (path: string, body: unknown) =>
      fetch(`${address}/api${path}`, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    get: (path: string) => fetch(`${address}/api${path}`, { headers }),
  };
}

/** Adds an access control device that pushes; returns its push path and secret. */
export async function addCamera(
  session: Session,
  values: Record<string, unknown> = {},
): Promise<{ id: number; path: string; secret: string }> {
  const device = { vendor: "generic", label: "Gate camera", scope: "ac", ip: "127.0.0.1", apiPort: 9, ...values };
  const { id } = (await (await session.post("/ai-devices", device)).json()) as { id: number };
  const settings = (await (await session.get(`/ai-devices/${id}/ingest`)).json()) as { path: string; secret: string };
  return { id, ...settings };
}
