import type { Candidate, DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import type { EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";

/** An identifier that matches what was read, letter for letter once normalised. */
export interface KnownIdentifier {
  readonly id: number;
  readonly name: string;
  readonly source: string;
  /** The plate that a tag belongs to, normalised; the identifier itself for a plate. */
  readonly vehicle: string;
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
}

/** A reservation that matches, and how often it was used so far. */
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

/** Everything a decision is made from; there is nothing else. */
export interface AccessQuestion {
  readonly read: { readonly type: "LICENSE_PLATE" | "RFID"; readonly raw: string; readonly normalized: string };
  readonly now: Date;
  readonly timing: EventTiming;
  /** A report after the fact, which never opens. */
  readonly isAfterwards: boolean;
  readonly isModuleActive: boolean;
  readonly gate: { readonly id: number; readonly name: string; readonly type: GateType } | null;
  /** The direction that the device saw, used only where its camera is bidirectional. */
  readonly seenDirection: GateType | null;
  readonly isBidirectional: boolean;
  readonly identifiers: readonly KnownIdentifier[];
  readonly reservations: readonly KnownReservation[];
}

/** What was decided: the trace tells all of it; the grant is what it rests on. */
export interface AccessDecision {
  readonly trace: DecisionTrace;
  readonly direction: GateType | null;
  readonly isGranted: boolean;
  /** ENG-1: granted is processed, everything else was only taken in. */
  readonly status: EventStatus;
  readonly grant: { readonly kind: Candidate["kind"]; readonly id: number } | null;
  /** What one vehicle is known by, so that plate and tag of the same one are the same passage. */
  readonly vehicle: string;
}
