import type { CallMessages } from "../../endpoint.ts";

/** What the console says about service health. */
export const healthMessages = {
  "GET /health": { failure: "Couldn't fetch services health" },
} as const satisfies CallMessages;

/** HEALTH-2: how often the console asks, besides being told. */
export const healthPollMs = 15 * 60_000;

/** HEALTH-3: how long the failure stays on screen. */
export const healthBannerMs = 890_000;
