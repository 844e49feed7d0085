import { type LiveTopic, throttledTopics } from "@gatehouse/contract/entities/live";
import type { QueryClient } from "@tanstack/react-query";

/** Minimum pause between two refetches of a topic. */
const pauseMs = 300;

/**
 * Creates a function that refetches a changed topic: immediately if it was idle, otherwise once more after the refetch
 * in progress. Refetching on every notice would cancel each answer of a busy topic before it arrives.
 */
export function createTopicRefresh(refetch: (topic: LiveTopic) => Promise<unknown>): (topic: LiveTopic) => void {
  /** Topics being refetched, and whether they have changed since. */
  const busy = new Map<LiveTopic, boolean>();

  async function keepRefetching(topic: LiveTopic): Promise<void> {
    do {
      busy.set(topic, false);
      await refetch(topic);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    } while (busy.get(topic));
    busy.delete(topic);
  }

  return (topic) => {
    if (busy.has(topic)) busy.set(topic, true);
    else void keepRefetching(topic);
  };
}

/** After a save, its notice is awaited this long: the server sends one after 20 to 50 ms. */
const maxNoticeMs = 150;

/** The topics that wait for the notice of a save. */
const saved = new Map<LiveTopic, PromiseWithResolvers<void> & { timer: ReturnType<typeof setTimeout> }>();

/**
 * Refetches a topic once after a save: the next notice refetches it, whether it announces this change or another one.
 * A notice that does not come soon is not awaited.
 */
export function refetchAfterSave(queries: QueryClient, topic: LiveTopic): Promise<void> {
  if (throttledTopics.has(topic)) return refetchTopic(queries, topic);
  const waiting = saved.get(topic) ?? {
    ...Promise.withResolvers<void>(),
    timer: setTimeout(() => void refetchTopic(queries, topic), maxNoticeMs),
  };
  saved.set(topic, waiting);
  return waiting.promise;
}

/** Refetches the queries of a topic, also for saves that wait for it. */
export function refetchTopic(queries: QueryClient, topic: LiveTopic): Promise<void> {
  const refetched = refetch(queries, topic);
  const waiting = saved.get(topic);
  saved.delete(topic);
  clearTimeout(waiting?.timer);
  waiting?.resolve(refetched);
  return refetched;
}

/**
 * A first load in progress may have been answered before the change, but the query client does not restart it, so it is
 * followed by another.
 */
async function refetch(queries: QueryClient, topic: LiveTopic): Promise<void> {
  const queryKey = [topic];
  const loading = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
  if (loading.length > 0) await queries.invalidateQueries({ predicate: (query) => loading.includes(query) });
}
