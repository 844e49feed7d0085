import { Worker } from "node:worker_threads";
import type { Connection } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { countStoringBatches } from "../pacing.ts";
import type { BackTestTask, ReplayResult } from "./run-replay.ts";
import type { WorkerMessage } from "./worker-message.ts";

/** Runs replays in a worker thread, one at a time. */
export interface BackTests {
  /** Rejects with the reason if it fails. */
  run(task: BackTestTask, onProgress?: (progress: number) => void): Promise<ReplayResult>;
  /** Stops the running replay. */
  close(): Promise<void>;
}

/** The thread ends after this time without a replay; until then the next one starts faster. */
const idleMs = 60_000;

/** Creates the queue of replays. */
export function createBackTests({ db }: Pick<Services, "db">): BackTests {
  const batches = countStoringBatches(db.pipelined);
  let last: Promise<unknown> = Promise.resolve();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startWorker(): Worker {
    const { host, port, user, database, connectionString } = db.pool.options;
    const connection = (connectionString === undefined
      ? { host, port, user, database }
      : { connectionString }) as unknown as Connection;
    const started = new Worker(new URL("./back-test-worker.ts", import.meta.url), {
      workerData: { connection, batches },
    });
    started.on("exit", () => {
      if (worker === started) worker = undefined;
    });
    // A running replay has its own listener.
    started.on("error", () => {});
    started.unref();
    worker = started;
    return started;
  }

  async function stopWorker(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    await stopped?.terminate();
  }

  function runNow(task: BackTestTask, onProgress: (progress: number) => void): Promise<ReplayResult> {
    if (isClosed) return Promise.reject(new Error(stopping));
    clearTimeout(idle);
    const used = worker ?? startWorker();
    return new Promise<ReplayResult>((resolve, reject) => {
      const onMessage = (message: WorkerMessage) => {
        if ("progress" in message) return onProgress(message.progress);
        release();
        if ("result" in message) resolve(message.result);
        else reject(new Error(message.failure));
      };
      const onExit = () => reject(new Error(stopping));
      const release = () => {
        used.off("message", onMessage).off("error", reject).off("exit", onExit);
        idle = setTimeout(() => void stopWorker(), idleMs).unref();
      };
      used.on("message", onMessage).on("error", reject).on("exit", onExit);
      used.postMessage(task);
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
      await stopWorker();
    },
  };
}

const stopping = "The server is stopping";
