import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import { type LiveTopic, liveHeartbeatMs } from "@gatehouse/contract/entities/live/live-topic";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { send } from "./call.ts";
import { parseEvents, type StreamEvent } from "./event-stream.ts";
import { publishRows, streamedKey } from "./live-rows.ts";
import { onSessionReplaced } from "./session.ts";
import { createTopicRefresh, refetchTopic } from "./topic-refresh.ts";

/** Whether the page is up to date: connected, refetching after an interruption, or offline since a time. */
export type LiveState = { kind: "connected" } | { kind: "catching-up" } | { kind: "offline"; sinceMs: number };

/**
 * Topics that also change with another: a device's health is part of its record, and its cameras are only known while
 * it is reachable; commands are part of the event that caused them; a role decides what its users may do; channels of
 * notifications show what waits for them.
 */
const impliedBy: Partial<Record<LiveTopic, readonly LiveTopic[]>> = {
  health: ["ai_devices", "cameras"],
  commands: ["events"],
  outbox: ["mail_server", "notification_webhooks"],
  roles: ["users"],
  station_cards: ["events"],
  station_handovers: ["events"],
  station_notes: ["events"],
};

/** The stream counts as interrupted after three missed heartbeats. */
const maxSilenceMs = 3 * liveHeartbeatMs;

const listeners = new Set<() => void>();
let state: LiveState = { kind: "catching-up" };

function publish(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** State of the live link. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Listens for changes and refetches what they affect. Returns a function that stops it. */
export function startLiveLink(queries: QueryClient): () => void {
  const stop = new AbortController();
  void runLiveLink(queries, stop.signal);
  return () => stop.abort();
}

async function runLiveLink(queries: QueryClient, stopped: AbortSignal): Promise<void> {
  let failures = 0;
  let brokenAtMs = Date.now();
  let isFirst = true;
  const refresh = createTopicRefresh((topic) => refetchTopic(queries, topic));
  let lastEventId: string | undefined;
  publish({ kind: "catching-up" });
  while (!stopped.aborted) {
    let isSilent = false;
    const replaced = new AbortController();
    const unsubscribe = onSessionReplaced(() => replaced.abort());
    try {
      isSilent = await listen(AbortSignal.any([stopped, replaced.signal]), lastEventId, {
        onOpen: () => {
          failures = 0;
          void catchUp(queries, { isFirst, isResumed: lastEventId !== undefined });
          isFirst = false;
        },
        onPlace: (id) => {
          lastEventId = id;
        },
        onRows: publishRows,
        onReload: () => void queries.invalidateQueries({ queryKey: [streamedKey] }),
        onChanged: (topics) => {
          const touched = new Set(topics.flatMap(withImplied));
          for (const topic of touched) refresh(topic);
        },
        onRecent: (agesMs) => {
          for (const [changed, ageMs] of agesMs) {
            for (const topic of withImplied(changed)) refetchOlder(queries, topic, Date.now() - ageMs);
          }
        },
      });
    } catch {
      // Every failure is handled the same way: show it and retry.
    } finally {
      unsubscribe();
    }
    if (stopped.aborted) return;
    // AUTH-14: the stream of another person starts at once.
    if (replaced.signal.aborted) continue;
    // A short interruption, such as a restart, is not reported until the first retry fails. Silence has already lasted.
    if (failures === 0) brokenAtMs = Date.now() - (isSilent ? maxSilenceMs : 0);
    publish(failures === 0 && !isSilent ? { kind: "catching-up" } : { kind: "offline", sinceMs: brokenAtMs });
    await pause(Math.min(500 * 2 ** failures++, 15_000), stopped);
  }
}

/**
 * Refetches after an interruption, when anything may have changed; after the first connection the pages have just been
 * loaded. Streamed lists resume where the stream was interrupted, but events may have arrived before the first
 * connection.
 */
async function catchUp(queries: QueryClient, link: { isFirst: boolean; isResumed: boolean }): Promise<void> {
  if (!link.isFirst) publish({ kind: "catching-up" });
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => (queryKey[0] === streamedKey ? !link.isResumed : !link.isFirst),
  });
  publish({ kind: "connected" });
}

/** A response may have left the server this long before it was stored here. */
const maxResponseMs = 300;

const withImplied = (topic: LiveTopic): LiveTopic[] => [topic, ...(impliedBy[topic] ?? [])];

/** Refetches what was loaded before a change, or requested before it. */
function refetchOlder(queries: QueryClient, topic: LiveTopic, changedAtMs: number): void {
  void queries.invalidateQueries({
    queryKey: [topic],
    predicate: ({ state }) => Math.max(state.dataUpdatedAt, state.errorUpdatedAt) < changedAtMs + maxResponseMs,
  });
}

interface StreamHandlers {
  onOpen: () => void;
  /** Resume position. */
  onPlace: (id: string) => void;
  onRows: (rows: readonly SiteEvent[]) => void;
  /** More events were missed than the stream can replay. */
  onReload: () => void;
  onChanged: (topics: readonly LiveTopic[]) => void;
  /** What changed shortly before the connection, and how long ago. */
  onRecent: (agesMs: readonly (readonly [LiveTopic, number])[]) => void;
}

/** Reads one stream until it ends or fails. Returns true if it was silent for too long. */
async function listen(
  stopped: AbortSignal,
  lastEventId: string | undefined,
  handlers: StreamHandlers,
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([stopped, silence.signal]);
  let alarm = setTimeout(() => silence.abort(), maxSilenceMs);
  try {
    const answer = await send("GET /live", {
      signal,
      priority: "low",
      ...(lastEventId !== undefined && { lastEventId }),
    });
    if (answer.body === null) return false;
    handlers.onOpen();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), maxSilenceMs);
      const { events, rest } = parseEvents(text + part.value);
      text = rest;
      for (const event of events) handleEvent(event, handlers);
    }
    return false;
  } catch (error) {
    if (silence.signal.aborted) return true;
    throw error;
  } finally {
    clearTimeout(alarm);
  }
}

function handleEvent({ event, data, id }: StreamEvent, handlers: StreamHandlers): void {
  if (event === "changed") handlers.onChanged(JSON.parse(data).topics);
  if (event === "recent") handlers.onRecent(JSON.parse(data).agesMs);
  if (event === "events") handlers.onRows(JSON.parse(data).events);
  if (event === "reload") handlers.onReload();
  // After the event was handled: an event that could not be handled is sent again.
  if (id !== undefined) handlers.onPlace(id);
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
