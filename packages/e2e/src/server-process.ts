import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../server/src/main.ts");
const { PATH, NODE_COMPILE_CACHE } = process.env;
const startTimeoutMs = 60_000;

/** A server on its own, initially empty data folder. */
export interface ServerProcess {
  address: string;
  dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts the real server and waits until it is ready. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  const child = spawn(process.execPath, [main], {
    // A development server connects to devices on this machine only.
    env: { PATH, NODE_COMPILE_CACHE, PORT: "0", LOG_LEVEL: "warn", DATA_DIR: dataDir, DEVELOPMENT: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const stop = async () => {
    await terminate(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const address = await waitForAddress(child, () => output);
    return { address, dataDir, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitForAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}:\n${output()}`));
    const timer = setTimeout(fail, startTimeoutMs, `was not ready within ${startTimeoutMs} ms`);
    child.once("close", () => fail("ended before it was ready"));
    child.stdout?.on("data", () => {
      const address = /ready at (\S+)\n/.exec(output())?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
  });
}

async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}
