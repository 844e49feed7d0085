import type { AccessQuestion, KnownIdentifier, KnownReservation } from "../src/access/access.ts";

/** A time on the day of the tests. */
export const at = (time: string): Date => new Date(`2026-03-10T${time}:00.000Z`);

/** An unregistered plate at an entry at noon. */
export const asked = (over: Partial<AccessQuestion> = {}): AccessQuestion => ({
  read: { type: "LICENSE_PLATE", raw: "MH 12 AB 1234", normalized: "MH12AB1234" },
  now: at("12:00"),
  timing: "live",
  isAfterwards: false,
  isModuleActive: true,
  gate: { id: 1, name: "Main entry", type: "N" },
  reader: null,
  seenDirection: null,
  isBidirectional: false,
  rfidVehicleTypes: [],
  identifiers: [],
  reservations: [],
  ...over,
});

/** The same gate's exit. */
export const exit = { id: 2, name: "Main exit", type: "X" } as const;

/** An identifier for that plate without a validity period. */
export const identifier = (over: Partial<KnownIdentifier> = {}): KnownIdentifier => ({
  id: 1,
  name: "MH 12 AB 1234",
  source: "Admin",
  vehicle: "MH12AB1234",
  vehicleType: "CAR",
  validFrom: null,
  validTo: null,
  ...over,
});

/** A single-use reservation for that plate from 10:00 to 14:00. */
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
