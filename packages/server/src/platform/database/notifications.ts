import { setTimeout as pause } from "node:timers/promises";
import { type LiveTopic, liveTopics } from "@gatehouse/contract/entities/live";
import type pg from "pg";
import type { Log } from "../log.ts";
import { type Channel, channels } from "./channels.ts";
import { type Connection, connectionOptions } from "./database.ts";
import { DatabaseClient } from "./database-client.ts";

/** The first topics are published after a short time, further ones this long after them. */
const collectMs = 50;
const firstCollectMs = 20;
const reconnectMs = 500;
const keepAliveMs = 10_000;

/** The connection notifies itself: otherwise a dead one can't be distinguished from a quiet one. */
const pulse = "gatehouse_pulse";
const pulseMs = 2_000;
/** The number of pulses in a row that may stay unreceived before the connection is closed. */
const maxMissedPulses = 2;

type Listener = (topics: readonly LiveTopic[]) => void;
type Follower = (payload: string) => void;

/** Distributes the database's notifications within this process. */
export interface NotificationBus {
  /** Calls the listener with the topics that changed, batched over a short time. */
  subscribe(listener: Listener): () => void;
  /** Calls the follower with each payload of a channel; with an empty one when notifications may have been missed. */
  follow(channel: Channel, follower: Follower): () => void;
  isConnected(): boolean;
  close(): Promise<void>;
}

const knownTopics: ReadonlySet<string> = new Set(liveTopics);

/** Listens on the database's channels and reconnects when the connection is lost. */
export function createNotificationBus(connection: Connection, log: Log, pulseIntervalMs = pulseMs): NotificationBus {
  const listeners = new Set<Listener>();
  const followers: Record<Channel, Set<Follower>> = {
    [channels.changes]: new Set(),
    [channels.events]: new Set(),
    [channels.commands]: new Set(),
    [channels.identifiers]: new Set(),
  };
  const pending = new Set<LiveTopic>();
  let client: pg.Client | undefined;
  let closed = false;
  let publishedMs = Number.NEGATIVE_INFINITY;

  function dispatch(channel: Channel, payload: string): void {
    for (const follower of followers[channel]) follower(payload);
    if (channel === channels.changes && knownTopics.has(payload)) collect(payload as LiveTopic);
  }

  function collect(topic: LiveTopic): void {
    if (pending.size === 0) {
      setTimeout(publish, Math.max(firstCollectMs, publishedMs + collectMs - performance.now()));
    }
    pending.add(topic);
  }

  function publish(): void {
    publishedMs = performance.now();
    const topics = [...pending];
    pending.clear();
    for (const listener of listeners) listener(topics);
  }

  async function listen(): Promise<void> {
    while (!closed) {
      await listenUntilLost().catch((error: unknown) => log.debug({ error }, "could not listen for notifications"));
      client = undefined;
      // Changes are missed while disconnected, so caches are invalidated after each attempt.
      dispatch(channels.changes, "");
      if (!closed) await pause(reconnectMs);
    }
  }

  async function listenUntilLost(): Promise<void> {
    const attempt = new DatabaseClient({
      ...connectionOptions(connection),
      options: "-c timezone=UTC",
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    const lost = new Promise<void>((resolve) => attempt.once("end", resolve));
    attempt.on("error", () => {});
    attempt.on("notification", ({ channel, payload = "" }) => {
      if (channel !== pulse) dispatch(channel as Channel, payload);
    });
    let stopWatching = () => {};
    try {
      await attempt.connect();
      stopWatching = watch(attempt, pulseIntervalMs, () =>
        log.warn("the database stopped sending notifications; reconnecting"),
      );
      await attempt.query([...Object.values(channels), pulse].map((channel) => `listen ${channel}`).join("; "));
      client = attempt;
      // Anything may have changed while disconnected.
      for (const topic of liveTopics) collect(topic);
      for (const channel of Object.values(channels)) dispatch(channel, "");
      await lost;
    } finally {
      stopWatching();
      await attempt.end().catch(() => {});
    }
  }

  void listen();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: (channel, follower) => {
      followers[channel].add(follower);
      return () => followers[channel].delete(follower);
    },
    isConnected: () => client !== undefined,
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}

/** Sends pulses over a connection and closes it when they don't come back: it hangs, or a firewall dropped it. */
function watch(client: pg.Client, intervalMs: number, onSilence: () => void): () => void {
  let missed = 0;
  let isSending = false;
  client.on("notification", ({ channel }) => {
    if (channel === pulse) missed = 0;
  });
  const timer = setInterval(() => {
    if (missed >= maxMissedPulses) {
      onSilence();
      clearInterval(timer);
      client.end().catch(() => {});
      return;
    }
    missed += 1;
    if (isSending) return;
    isSending = true;
    client.query(`notify ${pulse}`).then(
      () => {
        isSending = false;
      },
      () => {},
    );
  }, intervalMs);
  return () => clearInterval(timer);
}
