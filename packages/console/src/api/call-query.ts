import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import { queryOptions } from "@tanstack/react-query";
import { call, type InputArgs } from "./call.ts";

/** A call as a cached query. The topic leads its key, so that a notice of change reaches it. */
export function callQuery<K extends ApiKey & `GET ${string}`>(topic: LiveTopic, key: K, ...[input]: InputArgs<K>) {
  return queryOptions({
    queryKey: [topic, key, input ?? {}] as const,
    queryFn: ({ signal }) => call(key, ...([{ ...input, signal }] as unknown as InputArgs<K>)),
  });
}
