/** AUTH-12, AUTH-14: how long after a sign-in one's credentials can be changed without the current password. */
export const recentSignInSeconds = 5 * 60;

/**
 * AUTH-9: how many failed sign-ins to one account are checked in any 15 minutes. From one address at most
 * `address + browsersAtAddress` = 9; from everywhere at most
 * `unknown + (knownAddresses + 1) * address + browsers` = 99, the added one being the machine itself.
 */
export const signInLimits = {
  windowSeconds: 15 * 60,
  /** From one address (IPv6: one /64), without a known browser. */
  address: 6,
  /** Seconds to wait after so many failures at one address; after the last one, until the window has passed. */
  delaysSeconds: [0, 0, 0, 5, 30, 120],
  /** From all addresses that never signed in to the account. */
  unknown: 36,
  /** The part of these that one network (IPv4 /24, IPv6 /48) may use. */
  unknownNetwork: 9,
  /** The latest addresses that signed in to the account have their own limit outside `unknown`. */
  knownAddresses: 6,
  knownAddressDays: 90,
  /** From one browser that signed in to the account before. */
  browser: 3,
  /** From all such browsers at one address. */
  browsersAtAddress: 3,
  /** From all such browsers. */
  browsers: 21,
} as const;
