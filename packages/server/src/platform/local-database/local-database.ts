import type { SQLInputValue, SQLOutputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";

/** A statement of SQLite, which is executed once with each list of values. */
export interface LocalStatement {
  readonly sql: string;
  readonly each?: readonly (readonly SQLInputValue[])[];
}

export type LocalRows = Record<string, SQLOutputValue>[];

export interface LocalRequest {
  readonly id: number;
  readonly work: readonly LocalStatement[] | "clear" | "close";
}

export type LocalResponse =
  | { readonly id: number; readonly rows: LocalRows[] }
  | { readonly id: number; readonly message: string; readonly code: number };

/** A SQLite file of this process. A thread writes to it, so that no flush to disk delays events. */
export interface LocalDatabase {
  /** Executes statements in one transaction; resolves with the rows of each. */
  run(statements: readonly LocalStatement[]): Promise<LocalRows[]>;
  /** Deletes the file; the next statements create it again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** An error of SQLite, such as a full disk. */
export class LocalDatabaseError extends Error {
  override readonly name = "LocalDatabaseError";
  readonly errcode: number;

  constructor(message: string, errcode: number) {
    super(message);
    this.errcode = errcode;
  }
}

const damageCodes = [11, 26];

/** Whether SQLite finds a file damaged, or finds no database in it. */
export const isDamage = (error: unknown): boolean =>
  damageCodes.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);

const youngHeapMb = 8;

/** Opens a file when it is first used; creates it if it is missing. */
export function openLocalDatabase(path: string, schema: string): LocalDatabase {
  const waiting = new Map<number, PromiseWithResolvers<LocalRows[]>>();
  let worker: Worker | undefined;
  let lastId = 0;

  function startWorker(): Worker {
    const started = new Worker(new URL("./local-database-worker.ts", import.meta.url), {
      workerData: { path, schema },
      resourceLimits: { maxYoungGenerationSizeMb: youngHeapMb },
    });
    started.on("message", (response: LocalResponse) => {
      const request = waiting.get(response.id);
      waiting.delete(response.id);
      if ("rows" in response) request?.resolve(response.rows);
      else request?.reject(new LocalDatabaseError(response.message, response.code));
    });
    let reason = "the thread of the local database ended";
    started.on("error", (error) => {
      reason = (error as Error).message;
    });
    started.on("exit", () => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new LocalDatabaseError(reason, 0));
      waiting.clear();
    });
    return started;
  }

  function request(work: LocalRequest["work"]): Promise<LocalRows[]> {
    worker ??= startWorker();
    lastId += 1;
    const response = Promise.withResolvers<LocalRows[]>();
    waiting.set(lastId, response);
    worker.postMessage({ id: lastId, work } satisfies LocalRequest);
    return response.promise;
  }

  return {
    run: request,
    clear: async () => void (await request("clear")),
    close: async () => {
      if (!worker) return;
      await request("close");
      await worker?.terminate();
    },
  };
}
