import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stopOnSignal } from "./stop-on-signal.ts";

/** The real server as a child process. */
export interface ServerProcess {
  readonly pid: number | undefined;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the server in demo mode on a data folder and waits until it is ready. */
export async function startServer(dataDir: string): Promise<ServerProcess> {
  const main = join(import.meta.dirname, "../packages/server/src/main.ts");
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", DEMO: "1", LOG_LEVEL: "fatal" };
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const stop = async () => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  stopOnSignal(stop);
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /ready at \S+:(\d+)$/.exec(line)?.[1];
    if (port) return { pid: child.pid, url: `http://127.0.0.1:${port}`, stop };
  }
  throw new Error("The server failed to start.");
}
