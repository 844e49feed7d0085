import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import { type QueryFunctionContext, queryOptions } from "@tanstack/react-query";
import { type Answered, call, type InputArgs } from "./call.ts";

type CallKey = ApiKey & `GET ${string}`;

/** What a call takes, as a part of its query's key. */
type KeyInput<K extends CallKey> = NonNullable<InputArgs<K>[0]> | Record<never, never>;

/** A call as a cached query. The topic leads its key, so that a notice of change reaches it. */
export function callQuery<K extends CallKey>(topic: LiveTopic, key: K, ...[input]: InputArgs<K>) {
  const queryKey: readonly [LiveTopic, K, KeyInput<K>] = [topic, key, input ?? {}];
  return queryOptions<Answered<K>, Error, Answered<K>, typeof queryKey>({
    queryKey,
    queryFn: ({ signal }: QueryFunctionContext) => call(key, ...([{ ...input, signal }] as unknown as InputArgs<K>)),
  });
}
