import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showBanner } from "../ui/banners.ts";
import { askToType } from "../ui/yes-no.ts";
import { ApiError, errorText } from "./api-error.ts";
import { type CallResponse, callLoosely, type Input, type LooseInput } from "./call.ts";
import { messagesOf } from "./call-messages.ts";
import { isLiveConnected } from "./live-link.ts";
import { refetchAfterSave, refetchTopic } from "./topic-refresh.ts";

interface ActionOptions<Body> {
  /** Topics that the call changes; their queries are refetched. */
  topics: readonly LiveTopic[];
  /** Shows no success banner. */
  isQuiet?: boolean;
  onSuccess?: (response: Body) => void;
  /** Returns true for an error that the caller shows itself. */
  handles?: (error: Error) => boolean;
}

/** A call that changes something. Shows the catalogue's message in a banner and refetches what it changed. */
export const useAction = <K extends ApiKey>(key: K, options: ActionOptions<CallResponse<K>>) =>
  useCallMutation<CallResponse<K>, Input<K>>(key, options);

/** An action whose call is only known at run time; the caller states the type of its response. */
export const useLooseAction = <Body = unknown>(key: ApiKey, options: ActionOptions<Body>) =>
  useCallMutation<Body, LooseInput>(key, options);

function useCallMutation<Body, In>(key: ApiKey, { topics, isQuiet, onSuccess, handles }: ActionOptions<Body>) {
  const queries = useQueryClient();
  return useMutation<Body, Error, In>({
    mutationFn: (input) => callConfirmed<Body>(key, input as LooseInput),
    onSuccess: async (response) => {
      const success = messagesOf(key)?.success;
      if (success !== undefined && !isQuiet) showBanner({ tone: "success", title: success });
      onSuccess?.(response);
      const refetch = isLiveConnected() ? refetchAfterSave : refetchTopic;
      await Promise.all(topics.map((topic) => refetch(queries, topic)));
    },
    onError: (error) => {
      if (!handles?.(error)) showBanner({ tone: "error", title: errorText(error, messagesOf(key)?.failure) });
    },
  });
}

/** Makes a call; if the server asks for a typed text, asks for it and makes the call again. */
async function callConfirmed<Body>(key: ApiKey, input: LooseInput): Promise<Body> {
  try {
    return await callLoosely<Body>(key, input);
  } catch (error) {
    const toType = error instanceof ApiError ? error.toType : undefined;
    if (toType === undefined || !(await askToType(errorText(error), toType))) throw error;
    // A call that deletes has no body.
    const place = key.startsWith("DELETE ") ? "query" : "body";
    return callLoosely<Body>(key, { ...input, [place]: { ...(input[place] as object), confirmation: toType } });
  }
}
