import { Worker } from "node:worker_threads";
import type { BackTestResult } from "@gatehouse/contract/entities/access/back-test.schema";
import type { Connection } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import type { BackTestTask } from "./run-replay.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** Runs replays in a worker thread, one at a time. */
export interface BackTests {
  /** Rejects with the reason if it fails. */
  run(task: BackTestTask, onProgress?: (progress: number) => void): Promise<BackTestResult>;
  /** Stops the running replay. */
  close(): Promise<void>;
}

/** Creates the queue of replays. */
export function createBackTests({ db }: Pick<Services, "db">): BackTests {
  let last: Promise<unknown> = Promise.resolve();
  let running: Worker | undefined;
  let isClosed = false;

  function runNow(task: BackTestTask, onProgress: (progress: number) => void): Promise<BackTestResult> {
    if (isClosed) return Promise.reject(new Error("The server is stopping"));
    const { host, port, user, database, connectionString } = db.pool.options;
    const connection = (connectionString === undefined
      ? { host, port, user, database }
      : { connectionString }) as unknown as Connection;
    const worker = new Worker(new URL("./back-test-worker.ts", import.meta.url), { workerData: { connection, task } });
    running = worker;
    return new Promise<BackTestResult>((resolve, reject) => {
      worker.on("message", (message: WorkerMessage) => {
        if ("progress" in message) onProgress(message.progress);
        else if ("result" in message) resolve(message.result);
        else reject(new Error(message.failure));
      });
      worker.on("error", reject);
      worker.on("exit", () => reject(new Error("The server is stopping")));
    });
  }

  return {
    run: (task, onProgress = () => {}) => {
      const result = last.then(() => runNow(task, onProgress));
      last = result.catch(() => {});
      return result;
    },
    close: async () => {
      isClosed = true;
      await running?.terminate();
    },
  };
}
