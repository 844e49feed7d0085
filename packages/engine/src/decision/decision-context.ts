import type { KnownIdentifier, KnownReservation } from "@gatehouse/engine/access/access";
import type { BaseVariable } from "@gatehouse/engine/counting/base-variable";
import type { StoredPassage } from "./outcome.ts";

/** An identifier with what else is told of it when it passes. */
export interface Identifier extends KnownIdentifier {
  readonly type: "LICENSE_PLATE" | "RFID";
  readonly normalized: string;
  readonly origin: string;
  readonly externalId: string | null;
  readonly vehicleType: string;
}

/** A reservation with what it is matched by. */
export interface Reservation extends KnownReservation {
  readonly lpNormalized: string | null;
  readonly rfidNormalized: string | null;
}

/** The state of a slot's variable. */
export type SlotState = Pick<BaseVariable, "current" | "toldAt">;

/**
 * What a batch's decisions rest on, read under their locks. Each decision changes it for the next one, so that two
 * sightings of one batch are decided as if each had come alone.
 */
export interface Known {
  readonly identifiers: ReadonlyMap<string, readonly Identifier[]>;
  /** By plate or tag. */
  readonly reservations: ReadonlyMap<string, readonly Reservation[]>;
  readonly passages: Map<string, StoredPassage>;
  readonly slots: Map<number, SlotState>;
  /** Uses of reservations in this batch, beyond those that were read. */
  readonly uses: Map<number, { entries: number; exits: number }>;
}

/** How an identifier is looked up. */
export const identifierKey = (type: Identifier["type"], normalized: string) => `${type} ${normalized}`;

/** How a passage is looked up. */
export const passageKey = (gateId: number, vehicle: string) => `${gateId} ${vehicle}`;

/** Nothing known of anyone. */
export const nothingKnown = (): Known => ({
  identifiers: new Map(),
  reservations: new Map(),
  passages: new Map(),
  slots: new Map(),
  uses: new Map(),
});
