import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { advisoryLocks } from "./advisory-locks.ts";
import { type Connection, connectionOptions } from "./database.ts";
import type { Log } from "./log.ts";

const retryMs = 1_000;

/** Of many servers on one database, one talks to the field; another takes over within seconds when it dies. */
export interface Leadership {
  isLeader(): boolean;
  close(): Promise<void>;
}

/** Tries for the lock until it has it, and again whenever the connection that held it is gone. */
export function openLeadership(connection: Connection, log: Log): Leadership {
  let holder: pg.Client | undefined;
  let closed = false;

  async function strive(): Promise<void> {
    while (!closed) {
      const client = new pg.Client(connectionOptions(connection));
      const lost = new Promise<void>((resolve) => client.once("end", resolve));
      client.on("error", () => {});
      try {
        await client.connect();
        if (await isTaken(client)) {
          holder = client;
          await lost;
        }
      } catch (error) {
        log.debug({ error }, "could not try for the field");
      }
      holder = undefined;
      await client.end().catch(() => {});
      if (!closed) await pause(retryMs);
    }
  }

  void strive();
  return {
    isLeader: () => holder !== undefined,
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
