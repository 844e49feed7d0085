import { setTimeout as pause } from "node:timers/promises";
import { type LiveTopic, liveTopics } from "@gatehouse/contract/entities/live/live-topic";
import pg from "pg";
import type { Log } from "../log.ts";
import { type Channel, channels } from "./channels.ts";
import { type Connection, connectionOptions } from "./database.ts";

const collectMs = 50;
const reconnectMs = 500;
const keepAliveMs = 10_000;

/** A notice to ourselves: a connection that hears nothing any more looks just like one on which nothing happens. */
const pulse = "gatehouse_pulse";
const pulseMs = 2_000;
/** So many notices to ourselves in a row that did not come back are the end of a connection. */
const mostUnheard = 2;

type Listener = (topics: readonly LiveTopic[]) => void;
type Follower = (payload: string) => void;

/** Tells whoever listens, in any process on the same database, which topics have news. */
export interface NotificationBus {
  subscribe(listener: Listener): () => void;
  /** Hears every notice of a channel as it comes; an empty one where some may have been missed. */
  follow(channel: Channel, follower: Follower): () => void;
  /** Whether notices of the database are heard. */
  isConnected(): boolean;
  close(): Promise<void>;
}

const known: ReadonlySet<string> = new Set(liveTopics);

/** Listens on the database's channels; news of topics that come close together are told once. */
export function createNotificationBus(connection: Connection, log: Log, everyMs = pulseMs): NotificationBus {
  const listeners = new Set<Listener>();
  const followers: Record<Channel, Set<Follower>> = {
    [channels.changes]: new Set(),
    [channels.events]: new Set(),
    [channels.commands]: new Set(),
  };
  const pending = new Set<LiveTopic>();
  let client: pg.Client | undefined;
  let closed = false;

  function hear(channel: Channel, payload: string): void {
    for (const follower of followers[channel]) follower(payload);
    if (channel === channels.changes && known.has(payload)) collect(payload as LiveTopic);
  }

  function collect(topic: LiveTopic): void {
    if (pending.size === 0) setTimeout(tell, collectMs);
    pending.add(topic);
  }

  function tell(): void {
    const topics = [...pending];
    pending.clear();
    for (const listener of listeners) listener(topics);
  }

  async function listen(): Promise<void> {
    while (!closed) {
      await listenUntilLost().catch((error: unknown) => log.debug({ error }, "live bus could not listen"));
      client = undefined;
      // Until somebody listens again nobody hears of a change: what is kept in memory is read anew with every attempt.
      hear(channels.changes, "");
      if (!closed) await pause(reconnectMs);
    }
  }

  async function listenUntilLost(): Promise<void> {
    const attempt = new pg.Client({
      ...connectionOptions(connection),
      options: "-c timezone=UTC",
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    });
    const lost = new Promise<void>((resolve) => attempt.once("end", resolve));
    attempt.on("error", () => {});
    attempt.on("notification", ({ channel, payload = "" }) => {
      if (channel !== pulse) hear(channel as Channel, payload);
    });
    let stopWatching = () => {};
    try {
      await attempt.connect();
      stopWatching = watch(attempt, everyMs, () => log.warn("notices of the database do not come any more"));
      await attempt.query([...Object.values(channels), pulse].map((channel) => `listen ${channel}`).join("; "));
      client = attempt;
      // Whatever happened while nobody listened may have changed anything.
      for (const topic of liveTopics) collect(topic);
      for (const channel of Object.values(channels)) hear(channel, "");
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

/** Lets a connection notify itself, and ends it when that is not heard, be it that it hangs or that a firewall forgot it. */
function watch(client: pg.Client, everyMs: number, onSilence: () => void): () => void {
  let noReply = 0;
  let isAsking = false;
  client.on("notification", ({ channel }) => {
    if (channel === pulse) noReply = 0;
  });
  const timer = setInterval(() => {
    if (noReply >= mostUnheard) {
      onSilence();
      clearInterval(timer);
      client.end().catch(() => {});
      return;
    }
    noReply += 1;
    if (isAsking) return;
    isAsking = true;
    client.query(`notify ${pulse}`).then(
      () => {
        isAsking = false;
      },
      () => {},
    );
  }, everyMs);
  return () => clearInterval(timer);
}
