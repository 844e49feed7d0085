import type { LiveTopic } from "@gatehouse/contract/entities/live";
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

/**
 * Refetches the queries of a topic. A first load in progress may have been answered before the change, but the query
 * client does not restart it, so it is followed by another.
 */
export async function refetchTopic(queries: QueryClient, topic: LiveTopic): Promise<void> {
  const queryKey = [topic];
  const loading = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  await queries.invalidateQueries({ queryKey });
  if (loading.length > 0) await queries.invalidateQueries({ predicate: (query) => loading.includes(query) });
}
