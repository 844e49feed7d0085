import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../log.ts";
import { advisoryLocks } from "./advisory-locks.ts";
import { type Connection, connectionOptions } from "./database.ts";
import { DatabaseClient } from "./database-client.ts";
import type { DatabaseHealth } from "./database-health.ts";

export interface LeadershipTimes {
  /** Interval at which other processes try to become the leader. */
  readonly retryMs: number;
  /** Interval at which the leader renews its lease. */
  readonly renewMs: number;
  /** How long a process counts as the leader after it last renewed the lease. */
  readonly leaseMs: number;
  /** Idle time after which PostgreSQL closes the leader's connection. Longer than the lease, so there are never two. */
  readonly expiryMs: number;
}

/** A leader that hangs is replaced after `expiryMs` and `retryMs`, with a second left for the new one to start. */
export const defaultTimes: LeadershipTimes = { retryMs: 250, renewMs: 500, leaseMs: 3_000, expiryMs: 3_600 };

/** PostgreSQL cuts longer names. */
const maxNameLength = 63;

/** Elects the one server process that drives the hardware; another takes over within seconds if it dies or hangs. */
export interface Leadership {
  /** False after the process was suspended, until it has renewed its lease. */
  isLeader(): boolean;
  close(): Promise<void>;
}

/** Tries to take the advisory lock, and again whenever the connection that holds it is lost. */
export function createLeadership(connection: Connection, log: Log, times: LeadershipTimes = defaultTimes): Leadership {
  const { retryMs, renewMs, leaseMs, expiryMs } = times;
  const { options, ...others } = connectionOptions(connection);
  const config = {
    ...others,
    // Shows in pg_stat_activity which process is the leader.
    application_name: `gatehouse leadership ${process.pid}@${hostname()}`.slice(0, maxNameLength),
    options: `${options} -c idle_session_timeout=${expiryMs}`,
    query_timeout: leaseMs,
  };
  let current: pg.Client | undefined;
  let holder: pg.Client | undefined;
  let renewedAt = 0;
  let closed = false;

  async function run(): Promise<void> {
    while (!closed) {
      const client = new DatabaseClient(config);
      const lost = new Promise<"lost">((resolve) => client.once("end", () => resolve("lost")));
      client.on("error", () => {});
      current = client;
      try {
        await client.connect();
        await hold(client, lost);
      } catch (error) {
        log.debug({ error }, "could not try to become the leader");
      }
      holder = undefined;
      await client.end().catch(() => {});
      if (!closed) await pause(retryMs);
    }
  }

  /** Returns when the connection is lost. */
  async function hold(client: pg.Client, lost: Promise<"lost">): Promise<void> {
    let sentAt = performance.now();
    while (!(await tryLock(client))) {
      if (closed || (await Promise.race([lost, pause(retryMs)])) === "lost") return;
      sentAt = performance.now();
    }
    holder = client;
    do {
      renewedAt = sentAt;
      if ((await Promise.race([lost, pause(renewMs)])) === "lost") return;
      sentAt = performance.now();
    } while (await ping(client));
  }

  void run();
  return {
    isLeader: () => holder !== undefined && performance.now() - renewedAt < leaseMs,
    close: async () => {
      closed = true;
      await current?.end().catch(() => {});
    },
  };
}

/**
 * The leader stays the leader while the database does not respond, if it held its lease when that began: without a
 * database no other process can become the leader. A process that was suspended has lost its lease by then.
 */
export function holdDuringOutages(
  leadership: Pick<Leadership, "isLeader">,
  health: Pick<DatabaseHealth, "onChange">,
): Pick<Leadership, "isLeader"> {
  let isHeld = false;
  health.onChange((isUp) => {
    isHeld = !isUp && leadership.isLeader();
  });
  return { isLeader: () => isHeld || leadership.isLeader() };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
    advisoryLocks.leader,
  ]);
  return rows[0]?.locked === true;
}

async function ping(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query("select 1");
  return rowCount === 1;
}
