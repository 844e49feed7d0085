/** INT-3, INT-4: how wrong secrets of devices and wrong keys of other systems are slowed down, by address. */
export const secretLimits = {
  /** Wrong ones before any wait. */
  free: 10,
  /** The first wait is a second; each further wrong one doubles it up to this. */
  maxWaitSeconds: 60,
  /** Without a wrong one for so long, everything is forgotten. */
  forgottenAfterSeconds: 15 * 60,
  /** Addresses of which wrong ones are remembered. */
  maxAddresses: 10_000,
} as const;

/** Says how long an address has to wait. */
export const tooManyWrongSecrets = (waitSeconds: number): string =>
  `Too many wrong secrets from this address. Try again in ${waitSeconds} s.`;
