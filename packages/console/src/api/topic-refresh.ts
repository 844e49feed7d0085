import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";

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
