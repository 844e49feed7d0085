import type { ApiKey } from "@gatehouse/contract/api";
import { callMessages } from "@gatehouse/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { showBanner } from "../ui/banners.ts";
import { errorText } from "./api-error.ts";
import { type Input, type LooseInput, send } from "./call.ts";

type Download<K extends ApiKey> = Input<K> & {
  /** What the file is called. */
  name: string;
  /** The form to send, where the file is made from another one. */
  form?: FormData;
};

/** A call that answers with a file, which is saved; a failure is told in a banner. */
export function useDownload<K extends ApiKey>(key: K, failure = callMessages[key]?.failure) {
  return useMutation<void, Error, Download<K>>({
    mutationFn: async ({ name, form, ...input }) => {
      const answer = await send(key, { ...(input as LooseInput), ...(form !== undefined && { body: form }) });
      saveFile(name, await answer.blob());
    },
    onError: (error) => showBanner({ tone: "error", title: errorText(error, failure) }),
  });
}

/** Hands a file to the person, who finds it where the browser puts downloads. */
function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
