import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { queryOptions } from "@tanstack/react-query";
import { type CallResponse, callLoosely, type InputArgs, type LooseInput } from "./call.ts";
import { renderedWithinMs } from "./query-client.ts";

type CallKey = ApiKey & `GET ${string}`;

/** A call as cached query. The topic comes first in its key, so that a change notice invalidates it. */
export const callQuery = <K extends CallKey>(topic: LiveTopic, key: K, ...[input]: InputArgs<K>) =>
  looseQuery<CallResponse<K>>(topic, key, input);

/** How long the parts of a page share a response, which each of them would fetch when it is shown. */
export const sharedForMs = 10_000;

/** A query that many parts of a page use. Changes arrive by the live link. */
export const sharedQuery = <K extends CallKey>(topic: LiveTopic, key: K, ...[input]: InputArgs<K>) =>
  looseQuery<CallResponse<K>>(topic, key, input, sharedForMs);

/** A cached query whose call is only known at run time; the caller states the type of its response. */
export function looseQuery<Body>(topic: LiveTopic, key: CallKey, input: LooseInput = {}, staleTime = renderedWithinMs) {
  return queryOptions({
    queryKey: [topic, key, input] as const,
    queryFn: ({ signal }) => callLoosely<Body>(key, { ...input, signal }),
    staleTime,
  });
}
