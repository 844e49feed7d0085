import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { type LiveTopic, liveHeartbeatMs, recentChangesMs } from "@gatehouse/contract/entities/live";
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { send } from "./call.ts";
import { parseEvents, type StreamEvent } from "./event-stream.ts";
import {
  createPictureLoader,
  type PictureMessage,
  type PictureRequest,
  receivePicture,
  requestPicturesFrom,
} from "./live-pictures.ts";
import { publishRows, streamedKey } from "./live-rows.ts";
import { pause } from "./pause.ts";
import { currentSession, onSessionReplaced } from "./session.ts";
import { joinTabs, type Tabs } from "./tab-leader.ts";
import { createTopicRefresh, refetchTopic } from "./topic-refresh.ts";

/** Whether the page is up to date: connected, refetching after an interruption, or offline since a time. */
export type LiveState = { kind: "connected" } | { kind: "catching-up" } | { kind: "offline"; sinceMs: number };

/**
 * Topics that also change with another. A device's health is part of its record, and its cameras are only known while
 * it is reachable. Commands are part of the event that caused them. A role decides what its users may do. Channels of
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

export const isLiveConnected = (): boolean => state.kind === "connected";

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** What the leading tab sends to all. */
type LinkMessage =
  | { readonly kind: "opened"; readonly isAfterFailure: boolean }
  | { readonly kind: "events"; readonly events: readonly StreamEvent[] }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "picture"; readonly picture: PictureMessage }
  /** To a tab that joins. */
  | { readonly kind: "joined"; readonly agesMs: TopicAges; readonly lastEventId: string | undefined };

/** How long ago topics changed. */
type TopicAges = readonly (readonly [LiveTopic, number])[];

/** After a longer silence, a tab does not know what changed meanwhile. */
const maxGapMs = recentChangesMs - liveHeartbeatMs;

/**
 * Listens for changes and refetches what they affect. The tabs of a session share one stream. Returns a function that
 * stops it.
 */
export function startLiveLink(queries: QueryClient): () => void {
  const link = createLink(queries);
  publish({ kind: "catching-up" });
  link.join();
  const rejoin = () => {
    link.leave();
    link.join();
  };
  // The stream of another person starts at once.
  const unsubscribe = onSessionReplaced(rejoin);
  // A page in the browser's cache, or one that the browser has frozen, must not keep a connection.
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener("pagehide", link.leave, { signal });
  addEventListener("pageshow", link.join, { signal });
  document.addEventListener("freeze", link.leave, { signal });
  document.addEventListener("resume", link.join, { signal });
  return () => {
    listening.abort();
    unsubscribe();
    link.leave();
  };
}

/** The part of this tab in the shared stream. */
function createLink(queries: QueryClient): { join: () => void; leave: () => void } {
  let tabs: Tabs<LinkMessage, PictureRequest> | undefined;
  let left = new AbortController();
  /** Whether this tab leads and its stream is open. */
  let isOpen = false;
  let isFirst = true;
  let heardMs = 0;
  let lastEventId: string | undefined;
  const changedMs = new Map<LiveTopic, number>();
  const refresh = createTopicRefresh((topic) => refetchTopic(queries, topic));

  const handlers: StreamHandlers = {
    onPlace: (id) => {
      lastEventId = id;
    },
    onRows: publishRows,
    onReload: () => void queries.invalidateQueries({ queryKey: [streamedKey] }),
    onChanged: (topics) => {
      for (const topic of topics) changedMs.set(topic, Date.now());
      for (const topic of new Set(topics.flatMap(withImplied))) refresh(topic);
    },
    onRecent: (agesMs) => {
      for (const [changed, ageMs] of agesMs) {
        changedMs.set(changed, Math.max(changedMs.get(changed) ?? 0, Date.now() - ageMs));
        for (const topic of withImplied(changed)) refetchOlder(queries, topic, Date.now() - ageMs);
      }
    },
  };

  function receive(message: LinkMessage): void {
    if (message.kind === "picture") receivePicture(message.picture);
    else if (message.kind === "state") publish(message.state);
    else receiveFromServer(message);
  }

  function receiveFromServer(message: Extract<LinkMessage, { kind: "opened" | "events" | "joined" }>): void {
    const isAway = Date.now() - heardMs > maxGapMs;
    heardMs = Date.now();
    if (message.kind === "events") for (const event of message.events) handleEvent(event, handlers);
    if (message.kind === "opened")
      void catchUp({ isAway: isAway || message.isAfterFailure, isResumed: lastEventId !== undefined });
    if (message.kind !== "joined") return;
    void catchUp({ isAway, isResumed: lastEventId !== undefined && lastEventId === message.lastEventId });
    lastEventId = message.lastEventId;
    handlers.onRecent(message.agesMs);
  }

  /**
   * Refetches after an interruption, when anything may have changed; after the first connection the pages have just been
   * loaded. Streamed lists resume where the stream was interrupted, but events may have arrived before the first
   * connection.
   */
  async function catchUp({ isAway, isResumed }: { isAway: boolean; isResumed: boolean }): Promise<void> {
    const isComplete = isAway && !isFirst;
    isFirst = false;
    if (isComplete) publish({ kind: "catching-up" });
    await queries.invalidateQueries({
      predicate: ({ queryKey }) => (queryKey[0] === streamedKey ? !isResumed : isComplete),
    });
    publish({ kind: "connected" });
  }

  /** Keeps the stream open while this tab leads. */
  async function lead({ publish: publishToAll }: Tabs<LinkMessage, PictureRequest>, ended: AbortSignal): Promise<void> {
    let failures = 0;
    let hasFailed = false;
    let brokenAtMs = Date.now();
    while (!ended.aborted) {
      const isSilent = await listen(ended, lastEventId, {
        onOpen: () => {
          publishToAll({ kind: "opened", isAfterFailure: hasFailed });
          isOpen = true;
          failures = 0;
        },
        onEvents: (events) => publishToAll({ kind: "events", events }),
        // Every failure is handled the same way: show it and retry.
      }).catch(() => false);
      isOpen = false;
      if (ended.aborted) return;
      hasFailed = true;
      // A short interruption, such as a restart, is not reported until the first retry fails. Silence has already lasted.
      if (failures === 0) brokenAtMs = Date.now() - (isSilent ? maxSilenceMs : 0);
      const isShort = failures === 0 && !isSilent;
      const state: LiveState = isShort ? { kind: "catching-up" } : { kind: "offline", sinceMs: brokenAtMs };
      publishToAll({ kind: "state", state });
      await pause(Math.min(500 * 2 ** failures++, 15_000), ended);
    }
  }

  function greet(): LinkMessage {
    if (!isOpen) return { kind: "state", state };
    const agesMs = [...changedMs].map(([topic, ms]) => [topic, Date.now() - ms] as const);
    return { kind: "joined", agesMs: agesMs.filter(([, ageMs]) => ageMs < recentChangesMs), lastEventId };
  }

  return {
    join: () => {
      if (tabs !== undefined) return;
      left = new AbortController();
      const joined: Tabs<LinkMessage, PictureRequest> = joinTabs(`live.${currentSession()?.sessionId}`, {
        lead: (ended) => void lead(joined, ended),
        receive,
        greet,
        serve: createPictureLoader((picture) => joined.publish({ kind: "picture", picture }), left.signal),
        onLeader: () => requestPicturesFrom(joined.request),
      });
      tabs = joined;
    },
    leave: () => {
      requestPicturesFrom(undefined);
      left.abort();
      tabs?.leave();
      tabs = undefined;
    },
  };
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
  /** Resume position. */
  onPlace: (id: string) => void;
  onRows: (rows: readonly SiteEvent[]) => void;
  /** More events were missed than the stream can replay. */
  onReload: () => void;
  onChanged: (topics: readonly LiveTopic[]) => void;
  /** What changed shortly before the connection, and how long ago. */
  onRecent: (agesMs: TopicAges) => void;
}

/** Reads one stream until it ends or fails. Returns true if it was silent for too long. */
async function listen(
  stopped: AbortSignal,
  lastEventId: string | undefined,
  { onOpen, onEvents }: { onOpen: () => void; onEvents: (events: readonly StreamEvent[]) => void },
): Promise<boolean> {
  const silence = new AbortController();
  const signal = AbortSignal.any([stopped, silence.signal]);
  let alarm = setTimeout(() => silence.abort(), maxSilenceMs);
  try {
    const response = await send("GET /live", {
      signal,
      priority: "low",
      ...(lastEventId !== undefined && { lastEventId }),
    });
    if (response.body === null) return false;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(() => silence.abort(), maxSilenceMs);
      const { events, rest } = parseEvents(text + part.value);
      text = rest;
      if (events.length > 0) onEvents(events);
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
