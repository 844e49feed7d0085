import type { ApiKey } from "@gatehouse/contract/api";
import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import { callMessages } from "@gatehouse/contract/messages";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showBanner } from "../ui/banners.ts";
import { errorText } from "./api-error.ts";
import { type Answered, call, type Input, type InputArgs } from "./call.ts";

interface ActionOptions<K extends ApiKey> {
  /** What the call changes: these are asked for again. */
  topics: readonly LiveTopic[];
  /** The caller says by itself that it went well. */
  isQuiet?: boolean;
  onSuccess?: (answer: Answered<K>) => void;
  /** Answers true for a failure that the caller shows in its own place. */
  handles?: (error: Error) => boolean;
}

/** A call that changes something: says how it went in the catalogue's words and refreshes what it touched. */
export function useAction<K extends ApiKey>(key: K, { topics, isQuiet, onSuccess, handles }: ActionOptions<K>) {
  const queries = useQueryClient();
  const words = callMessages[key];
  return useMutation<Answered<K>, Error, Input<K>>({
    mutationFn: (input) => call(key, ...([input] as unknown as InputArgs<K>)),
    onSuccess: async (answer) => {
      if (words?.success !== undefined && !isQuiet) showBanner({ tone: "success", title: words.success });
      onSuccess?.(answer);
      await Promise.all(topics.map((topic) => queries.invalidateQueries({ queryKey: [topic] })));
    },
    onError: (error) => {
      if (!handles?.(error)) showBanner({ tone: "error", title: errorText(error, words?.failure) });
    },
  });
}
