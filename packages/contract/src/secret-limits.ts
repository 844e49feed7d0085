/** Throttling of wrong secrets of devices and wrong keys of systems and screens, per address. */
export const secretLimits = {
  /** Failures before the first wait. */
  free: 10,
  /** The first wait is one second; each further failure doubles it up to this. */
  maxWaitSeconds: 60,
  /** After this time without a failure the address starts again. */
  forgottenAfterSeconds: 15 * 60,
  /** Maximum number of tracked addresses. */
  maxAddresses: 10_000,
} as const;

/** The message while an address has to wait. */
export const tooManyWrongSecrets = (waitSeconds: number): string =>
  `Too many wrong secrets from this address. Try again in ${waitSeconds} s.`;
