import type { ApiKey } from "@gatehouse/contract/api";
import { useMutation } from "@tanstack/react-query";
import { showBanner } from "../ui/banners.ts";
import { errorText } from "./api-error.ts";
import { type Input, type LooseInput, send } from "./call.ts";
import { messagesOf } from "./call-messages.ts";

type Download<K extends ApiKey> = Input<K> & {
  /** File name. */
  name: string;
  /** A form to send, for a file that is generated from an uploaded one. */
  form?: FormData;
};

/** A call whose response is saved as a file; a failure is shown in a banner. */
export function useDownload<K extends ApiKey>(key: K, failure?: string) {
  return useMutation<void, Error, Download<K>>({
    mutationFn: async ({ name, form, ...input }) => {
      const response = await send(key, { ...(input as LooseInput), ...(form !== undefined && { body: form }) });
      saveFile(name, await response.blob());
    },
    onError: (error) => showBanner({ tone: "error", title: errorText(error, failure ?? messagesOf(key)?.failure) }),
  });
}

/** Saves a file as a browser download. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
