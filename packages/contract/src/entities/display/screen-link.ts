/** LIVE-8: where the pages of multimedia displays are. */
export const screenPagePath = "/display";

/** The first characters of every screen key. */
export const screenKeyPrefix = "ghd_";

/** The link that opens a display. Its key is in the fragment, which browsers don't send and servers don't log. */
export const toScreenPath = (uid: string, key: string): string => `${screenPagePath}/${encodeURIComponent(uid)}#${key}`;

/** Times of the connection between a screen and the server. */
export const screenTiming = {
  /** The server confirms the values at least this often. */
  confirmMs: 3_000,
  /** Without a message for this long, the screen reconnects. */
  maxSilenceMs: 10_000,
  /** Unconfirmed values older than this are shown as old. */
  staleAfterMs: 15_000,
  /** Unconfirmed values older than this are no longer shown. */
  hiddenAfterMs: 300_000,
  /** A screen that shows values reports this often. */
  reportMs: 2_000,
  /** Without a report for this long, a screen counts as off. */
  absentAfterMs: 6_000,
} as const;

/** The number of screens that may show one display at the same time. */
export const maxScreensPerDisplay = 50;
