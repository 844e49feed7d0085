import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { type Connection, connectionOptions } from "./database.ts";

/** How leadership is timed. */
export interface LeadershipTimes {
  readonly retryMs: number;
  /** How often the one who leads makes sure that it still does. */
  readonly proveMs: number;
  /** How long it may count on the last time that it did. */
  readonly sureMs: number;
  /** How long PostgreSQL waits for it until it lets another one lead: longer, so that there are never two. */
  readonly patienceMs: number;
}

const usual: LeadershipTimes = { retryMs: 1_000, proveMs: 1_000, sureMs: 5_000, patienceMs: 8_000 };

/** Of many servers on one database, one talks to the field; another takes over within seconds when it dies or hangs. */
export interface Leadership {
  /** False also after a sleep, until it is sure that nobody has taken over meanwhile. */
  isLeader(): boolean;
  close(): Promise<void>;
}

/** Tries for the lock until it has it, and again whenever the connection that held it is gone. */
export function createLeadership(connection: Connection, log: Log, times: LeadershipTimes = usual): Leadership {
  const { retryMs, proveMs, sureMs, patienceMs } = times;
  const { options, ...others } = connectionOptions(connection);
  const config = { ...others, options: `${options} -c idle_session_timeout=${patienceMs}`, query_timeout: sureMs };
  let holder: pg.Client | undefined;
  let provenAt = 0;
  let closed = false;

  async function strive(): Promise<void> {
    while (!closed) {
      const client = new pg.Client(config);
      const lost = new Promise<"lost">((resolve) => client.once("end", () => resolve("lost")));
      client.on("error", () => {});
      try {
        await client.connect();
        await hold(client, lost);
      } catch (error) {
        log.debug({ error }, "could not try for the field");
      }
      holder = undefined;
      await client.end().catch(() => {});
      if (!closed) await pause(retryMs);
    }
  }

  /** Ends when the lock is another's or lost; the connection that has it never goes silent, or PostgreSQL ends it. */
  async function hold(client: pg.Client, lost: Promise<"lost">): Promise<void> {
    let askedAt = performance.now();
    if (!(await isTaken(client))) return;
    holder = client;
    do {
      provenAt = askedAt;
      if ((await Promise.race([lost, pause(proveMs)])) === "lost") return;
      askedAt = performance.now();
    } while (await isAnswered(client));
  }

  void strive();
  return {
    isLeader: () => holder !== undefined && performance.now() - provenAt < sureMs,
    close: async () => {
      closed = true;
      await holder?.end().catch(() => {});
    },
  };
}

async function isTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    advisoryLocks.field,
  ]);
  return rows[0]?.taken === true;
}

async function isAnswered(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1");
  return rowCount === 1;
}
