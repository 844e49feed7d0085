import { setTimeout as pause } from "node:timers/promises";
import { type LiveTopic, liveTopics } from "@gatehouse/contract/entities/live/live-topic";
import pg from "pg";
import { type Connection, connectionOptions } from "./database.ts";
import type { Log } from "./log.ts";

const channel = "gatehouse_changes";
const collectMs = 50;
const reconnectMs = 500;

type Listener = (topics: readonly LiveTopic[]) => void;

/** Tells whoever listens, in any process on the same database, which topics have news. */
export interface LiveBus {
  subscribe(listener: Listener): () => void;
  close(): Promise<void>;
}

const known: ReadonlySet<string> = new Set(liveTopics);

/** Listens on the database's channel; news that come close together are told once. */
export function openLiveBus(connection: Connection, log: Log): LiveBus {
  const listeners = new Set<Listener>();
  const pending = new Set<LiveTopic>();
  let client: pg.Client | undefined;
  let closed = false;

  function hear(topic: string): void {
    if (!known.has(topic)) return;
    if (pending.size === 0) setTimeout(tell, collectMs);
    pending.add(topic as LiveTopic);
  }

  function tell(): void {
    const topics = [...pending];
    pending.clear();
    for (const listener of listeners) listener(topics);
  }

  async function listen(): Promise<void> {
    while (!closed) {
      const attempt = new pg.Client({ ...connectionOptions(connection), options: "-c timezone=UTC" });
      const lost = new Promise<void>((resolve) => attempt.once("end", resolve));
      attempt.on("error", () => {});
      attempt.on("notification", (notice) => hear(notice.payload ?? ""));
      try {
        await attempt.connect();
        await attempt.query(`listen ${channel}`);
        client = attempt;
        // Whatever happened while nobody listened may have changed anything.
        for (const topic of liveTopics) hear(topic);
        await lost;
      } catch (error) {
        log.debug({ error }, "live bus could not listen");
        await attempt.end().catch(() => {});
      }
      client = undefined;
      if (!closed) await pause(reconnectMs);
    }
  }

  void listen();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
