/** How long sessions last if the policy of a role sets nothing else, and what a policy may set. */
export const sessionLimits = {
  idleMinutes: { initial: 30, min: 5, max: 24 * 60 },
  maxAgeHours: { initial: 12, min: 1, max: 30 * 24 },
  /** The time of last use is stored at most this often. */
  lastSeenIntervalMs: 60_000,
  /** How long before a sign-out the console announces it. */
  idleWarningMs: 60_000,
  maxAgeWarningMs: 5 * 60_000,
} as const;

/** The age of a session, in minutes, from which on a new password needs the current one. */
export const freshSessionMinutes = 5;

/** Limits of personal access tokens. */
export const tokenLimits = { maxDays: 366, maxPerPerson: 50 } as const;

/** The first characters of every personal access token. */
export const tokenPrefix = "gh_";

/** Starts every key of another system. */
export const integrationKeyPrefix = "ghk_";
