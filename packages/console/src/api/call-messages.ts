import type { ApiKey } from "@gatehouse/contract/api";
import type { CallMessages } from "@gatehouse/contract/endpoint";

let messages: CallMessages = {};

/**
 * Loads the catalogue of messages. The shell does so at its start; a call that ends before that waits for it.
 * Without it (the server cannot be reached), errors have their general text.
 */
export const loadCallMessages = (): Promise<void> =>
  import("@gatehouse/contract/messages").then(
    (file) => {
      messages = file.callMessages;
    },
    () => undefined,
  );

/** The messages after a call: known as soon as one was made that changes something or failed. */
export const messagesOf = (key: ApiKey): CallMessages[ApiKey] => messages[key];
