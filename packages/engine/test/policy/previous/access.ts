import type { Candidate, DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";

/** An identifier that equals the read plate or tag after normalisation. */
export interface KnownIdentifier {
  readonly id: number;
  readonly name: string;
  readonly source: string;
  /** The normalised plate: of the vehicle with this tag, or the identifier itself. */
  readonly vehicle: string;
  readonly vehicleType: string;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
}

/** A matching reservation and how often it was used so far. */
export interface KnownReservation {
  readonly id: number;
  readonly name: string;
  readonly source: string;
  readonly vehicle: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  readonly earliestEntry: Date | null;
  readonly latestEntry: Date | null;
  readonly latestExit: Date | null;
  readonly isForMultipleUse: boolean;
  readonly entries: number;
  readonly exits: number;
}

/** All inputs of an access decision. */
export interface AccessQuestion {
  readonly read: { readonly type: "LICENSE_PLATE" | "RFID"; readonly raw: string; readonly normalized: string };
  readonly now: Date;
  readonly timing: EventTiming;
  /** Reports a passage that has already ended; never opens the gate. */
  readonly isAfterwards: boolean;
  /** The device sent no time, and its settings require one for opening. */
  readonly lacksTime?: boolean;
  readonly isModuleActive: boolean;
  readonly gate: { readonly id: number; readonly name: string; readonly type: GateType } | null;
  /** LIVE-4: the reader, if it has no gate but opens a barrier of its own. */
  readonly reader: { readonly name: string; readonly type: GateType; readonly barrier: string } | null;
  /** The direction that the device reported; used only for bidirectional cameras. */
  readonly seenDirection: GateType | null;
  readonly isBidirectional: boolean;
  /** LIVE-5: the vehicle types whose tags are admitted; empty admits all. */
  readonly rfidVehicleTypes: readonly string[];
  readonly identifiers: readonly KnownIdentifier[];
  readonly reservations: readonly KnownReservation[];
}

/** An access decision with its full trace. */
export interface AccessDecision {
  readonly trace: DecisionTrace;
  readonly direction: GateType | null;
  readonly isGranted: boolean;
  /** ENG-1: PROCESSED if access was granted, otherwise RECEIVED. */
  readonly status: EventStatus;
  /** The identifier or reservation that granted access. */
  readonly grant: { readonly kind: Candidate["kind"]; readonly id: number } | null;
  /** Key of the vehicle: its plate and its tag belong to the same passage. */
  readonly vehicle: string;
}
