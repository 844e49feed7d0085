import { setImmediate as immediate, setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { httpError } from "../http/http-error.ts";
import type { Log } from "../log.ts";
import { type Connection, connectionOptions, type Database } from "./database.ts";
import { DatabaseClient } from "./database-client.ts";

/** Knows whether the database responds. */
export interface DatabaseHealth {
  isUp(): boolean;
  /** Calls the listener after each change. */
  onChange(listener: (isUp: boolean) => void): () => void;
  /** Does work that needs the database; rejects it at once while the database does not respond, or as soon as it no longer does. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /** Starts to probe. Not before the server has started: a busy machine must not interrupt its preparations. */
  start(): void;
  stop(): Promise<void>;
}

/** Interval and time limit are together less than the 2 s in which a call must be answered. */
const times = {
  intervalMs: 250,
  timeoutMs: 1_500,
  /** Interval while the database does not respond. */
  retryMs: 250,
  /** A response on any connection within this time shows that the database works. */
  recentMs: 300,
};

const retryAfterSeconds = 5;

const unavailable = () => httpError("server/unavailable", { retryAfterSeconds });

/** For servers whose database is not probed. */
export const alwaysUp: DatabaseHealth = {
  isUp: () => true,
  onChange: () => () => {},
  guard: (work) => work(),
  start: () => {},
  stop: async () => {},
};

/** Probes the database on a connection of its own; closes all other connections when it does not respond. */
export function createDatabaseHealth(
  connection: Connection,
  db: Pick<Database, "suspend" | "resume" | "lastResponseMs">,
  log: Log,
  /** For a server that starts while the database is away: called when it responds for the first time. */
  prepare?: () => Promise<void>,
): DatabaseHealth {
  const listeners = new Set<(isUp: boolean) => void>();
  const probe = createProbe(connection);
  const stopping = new AbortController();
  let isUp = prepare === undefined;
  let downSinceMs = performance.now();
  let prepareOnce = prepare;

  function change(next: boolean, error?: Error): void {
    if (next === isUp) return;
    isUp = next;
    if (isUp) {
      db.resume();
      log.warn({ seconds: Math.round((performance.now() - downSinceMs) / 1_000) }, "the database responds again");
    } else {
      downSinceMs = performance.now();
      log.error({ reason: error?.message }, "the database does not respond");
      db.suspend();
    }
    for (const listener of [...listeners]) listener(isUp);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A lost connection alone is no outage: PostgreSQL may have been restarted.
      const deadline = performance.now() + times.timeoutMs;
      const error = await probe
        .ask(deadline)
        .catch(() => probe.ask(deadline))
        .then(
          () => undefined,
          (reason: Error) => reason,
        );
      if (stopping.signal.aborted) return;
      // A busy machine may delay the probe, while other statements get their responses.
      const isDelayed = isUp && performance.now() - db.lastResponseMs() < times.recentMs;
      if (error) change(isDelayed, error);
      else if (await isPrepared()) change(true);
      await pause(isUp ? times.intervalMs : times.retryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function isPrepared(): Promise<boolean> {
    try {
      await prepareOnce?.();
      prepareOnce = undefined;
      return true;
    } catch (error) {
      log.warn({ error }, "the database responds, but can't be prepared yet");
      return false;
    }
  }

  const onChange = (listener: (isUp: boolean) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  let running: Promise<void> | undefined;
  return {
    isUp: () => isUp,
    start: () => {
      running ??= run();
    },
    onChange,
    guard: async (work) => {
      if (!isUp) throw unavailable();
      let unfollow = () => {};
      const outage = new Promise<never>((_, reject) => {
        unfollow = onChange((next) => !next && reject(unavailable()));
      });
      const result = work();
      result.catch(() => {}); // It may fail after the response.
      return Promise.race([result, outage]).finally(unfollow);
    },
    stop: async () => {
      stopping.abort();
      probe.close();
      await running;
    },
  };
}

/** A connection that is replaced after each failure. */
function createProbe(connection: Connection) {
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const opened = new DatabaseClient({ ...connectionOptions(connection), connectionTimeoutMillis: 0 });
    opened.on("error", () => {});
    client = opened;
    await opened.connect();
    return opened;
  }

  function close(): void {
    client?.connection.stream.destroy();
    client = undefined;
  }

  async function query(): Promise<void> {
    const current = client ?? (await connect());
    await current.query("select 1");
  }

  return {
    close,
    ask: async (deadline: number) => {
      const asked = query();
      asked.catch(() => {});
      try {
        await withDeadline(asked, deadline);
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

/** A process that was suspended or busy reads what has arrived before it gives up. */
async function withDeadline(work: Promise<void>, deadline: number): Promise<void> {
  const expiry = new AbortController();
  const expired = (async () => {
    await pause(Math.max(0, deadline - performance.now()), undefined, { signal: expiry.signal });
    for (let turn = 0; turn < 3; turn += 1) await immediate();
    throw new Error("no response to the probe in time");
  })();
  expired.catch(() => {});
  try {
    await Promise.race([work, expired]);
  } finally {
    expiry.abort();
  }
}
