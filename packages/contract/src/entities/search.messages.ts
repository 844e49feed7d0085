import type { CallMessages } from "../endpoint.ts";

export const searchMessages = {
  "GET /search": { failure: "Search failed" },
} as const satisfies CallMessages;
