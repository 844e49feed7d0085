import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../server/src/main.ts");
const patienceMs = 60_000;

/** A server as a person starts it, on an empty data folder of its own. */
export interface ServerProcess {
  address: string;
  dataDir: string;
  /** What it has printed so far. */
  output(): string;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Starts the real server and waits until it says that it is ready. */
export async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), "gatehouse-e2e-"));
  const child = spawn(process.execPath, [main], {
    // A development server connects to this machine only.
    env: { PATH: process.env.PATH, PORT: "0", LOG_LEVEL: "warn", DATA_DIR: dataDir, DEVELOPMENT: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const stop = async () => {
    await end(child);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const address = await readyAddress(child, () => output);
    return { address, dataDir, output: () => output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyAddress(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((done, fail) => {
    const refuse = (why: string) => fail(new Error(`The server ${why}:\n${output()}`));
    const alarm = setTimeout(refuse, patienceMs, `was not ready within ${patienceMs} ms`);
    child.once("close", () => refuse("ended before it was ready"));
    child.stdout?.on("data", () => {
      const address = /ready at (\S+)\n/.exec(output())?.[1];
      if (address === undefined) return;
      clearTimeout(alarm);
      done(address);
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGTERM");
  await closed;
}
