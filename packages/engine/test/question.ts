import type { AccessQuestion, KnownIdentifier, KnownReservation } from "../src/access/access.ts";

/** A time of the day on which the tests take place. */
export const at = (time: string): Date => new Date(`2026-03-10T${time}:00.000Z`);

/** A plate at noon at an entry, with nothing known of it. */
export const asked = (over: Partial<AccessQuestion> = {}): AccessQuestion => ({
  read: { type: "LICENSE_PLATE", raw: "MH 12 AB 1234", normalized: "MH12AB1234" },
  now: at("12:00"),
  timing: "live",
  isAfterwards: false,
  isModuleActive: true,
  gate: { id: 1, name: "Main entry", type: "N" },
  seenDirection: null,
  isBidirectional: false,
  identifiers: [],
  reservations: [],
  ...over,
});

/** The same gate's exit. */
export const exit = { id: 2, name: "Main exit", type: "X" } as const;

/** An identifier of that plate that is always valid. */
export const identifier = (over: Partial<KnownIdentifier> = {}): KnownIdentifier => ({
  id: 1,
  name: "MH 12 AB 1234",
  source: "Admin",
  vehicle: "MH12AB1234",
  validFrom: null,
  validTo: null,
  ...over,
});

/** A reservation of that plate for the morning and afternoon, to be used once. */
export const reservation = (over: Partial<KnownReservation> = {}): KnownReservation => ({
  id: 1,
  name: "Asha Rao",
  source: "booking",
  vehicle: "MH12AB1234",
  validFrom: at("10:00"),
  validTo: at("14:00"),
  earliestEntry: null,
  latestEntry: null,
  latestExit: null,
  isForMultipleUse: false,
  entries: 0,
  exits: 0,
  ...over,
});
