import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";

/** How long a busy topic rests between two questions. */
const restMs = 300;

/**
 * Asks again for topics that changed: at once after a quiet time, and then again as long as one keeps changing, but only
 * after the last answer is there. WhatIfQuestion at every piece of news, a busy topic would throw each answer away before it comes.
 */
export function createTopicRefresh(ask: (topic: LiveTopic) => Promise<unknown>): (topic: LiveTopic) => void {
  /** The topics that are being asked for, and whether they changed since. */
  const busy = new Map<LiveTopic, boolean>();

  async function keepAsking(topic: LiveTopic): Promise<void> {
    do {
      busy.set(topic, false);
      await ask(topic);
      await new Promise((resolve) => setTimeout(resolve, restMs));
    } while (busy.get(topic));
    busy.delete(topic);
  }

  return (topic) => {
    if (busy.has(topic)) busy.set(topic, true);
    else void keepAsking(topic);
  };
}
