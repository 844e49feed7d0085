import type { CallMessages } from "../endpoint.ts";

/** Messages of the search. */
export const searchMessages = {
  "GET /search": { failure: "Search failed" },
} as const satisfies CallMessages;
