import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import { type LiveTopic, liveHeartbeatMs } from "@gatehouse/contract/entities/live/live-topic";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { send } from "./call.ts";
import { parseEvents, type StreamEvent } from "./event-stream.ts";
import { publishRows, streamedKey } from "./live-rows.ts";
import { createTopicRefresh } from "./topic-refresh.ts";

/** How fresh the page is: told of every change, asking again after a break, or cut off since a time. */
export type LiveState = { kind: "connected" } | { kind: "catching-up" } | { kind: "offline"; sinceMs: number };

/**
 * A device's record tells how it is, and what its cameras are can only be known while it answers. What came of an event
 * are its commands.
 */
const impliedBy: Partial<Record<LiveTopic, readonly LiveTopic[]>> = {
  health: ["ai_devices", "cameras"],
  commands: ["events"],
};

/** A stream that says nothing for three heartbeats is cut off. */
const silenceMs = 3 * liveHeartbeatMs;

const listeners = new Set<() => void>();
let state: LiveState = { kind: "catching-up" };

function publish(next: LiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The state of the live link. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** Listens for changes and asks again for what they touch, until told to stop. */
export function startLiveLink(queries: QueryClient): () => void {
  const stop = new AbortController();
  void runLiveLink(queries, stop.signal);
  return () => stop.abort();
}

async function runLiveLink(queries: QueryClient, stopped: AbortSignal): Promise<void> {
  let failures = 0;
  let brokenAtMs = Date.now();
  let isFirst = true;
  const refresh = createTopicRefresh((topic) => queries.invalidateQueries({ queryKey: [topic] }));
  let lastEventId: string | undefined;
  publish({ kind: "catching-up" });
  while (!stopped.aborted) {
    let isSilent = false;
    try {
      isSilent = await listen(stopped, lastEventId, {
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
          const touched = new Set(topics.flatMap((topic) => [topic, ...(impliedBy[topic] ?? [])]));
          for (const topic of touched) refresh(topic);
        },
      });
    } catch {
      // Whatever broke the stream, the answer is the same: say so and try again.
    }
    if (stopped.aborted) return;
    // A break that the next try mends, such as a restart, is not worth an alarm. A silence has lasted already.
    if (failures === 0) brokenAtMs = Date.now() - (isSilent ? silenceMs : 0);
    publish(failures === 0 && !isSilent ? { kind: "catching-up" } : { kind: "offline", sinceMs: brokenAtMs });
    await pause(Math.min(500 * 2 ** failures++, 15_000), stopped);
  }
}

/**
 * After a break anything may have changed; at the first link the pages have only just asked. Lists whose rows the stream
 * carries are otherwise: it goes on where it broke off, but at first some may have come before it listened.
 */
async function catchUp(queries: QueryClient, link: { isFirst: boolean; isResumed: boolean }): Promise<void> {
  if (!link.isFirst) publish({ kind: "catching-up" });
  await queries.invalidateQueries({
    predicate: ({ queryKey }) => (queryKey[0] === streamedKey ? !link.isResumed : !link.isFirst),
  });
  publish({ kind: "connected" });
}

interface StreamHandlers {
  onOpen: () => void;
  /** Where to go on when the stream breaks off. */
  onPlace: (id: string) => void;
  onRows: (rows: readonly SiteEvent[]) => void;
  /** More rows were missed than the stream carries. */
  onReload: () => void;
  onChanged: (topics: readonly LiveTopic[]) => void;
}

/** Reads one stream until it ends or fails; answers true when it has been silent for too long instead. */
async function listen(
  stopped: AbortSignal,
  lastEventId: string | undefined,
  handlers: StreamHandlers,
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([stopped, silence.signal]);
  let alarm = setTimeout(() => silence.abort(), silenceMs);
  try {
    const answer = await send("GET /live", { signal, ...(lastEventId !== undefined && { lastEventId }) });
    if (answer.body === null) return false;
    handlers.onOpen();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), silenceMs);
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
  if (event === "events") handlers.onRows(JSON.parse(data).events);
  if (event === "reload") handlers.onReload();
  // Only now: what could not be taken is sent again.
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
