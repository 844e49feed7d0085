import type { CallMessages } from "../endpoint.ts";

export const healthMessages = {
  "GET /health": { failure: "Couldn't fetch services health" },
} as const satisfies CallMessages;

/** The polling interval of the console, besides live updates. */
export const healthPollMs = 15 * 60_000;

/** How long the failure stays on screen. */
export const healthBannerMs = 890_000;
