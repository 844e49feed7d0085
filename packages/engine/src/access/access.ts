import type { Candidate, DecisionTrace } from "@gatehouse/contract/entities/event";
import type { AccessReason } from "@gatehouse/contract/events/decision";
import type { EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { ListedEntry, VehicleFacts } from "../policy/evaluation.ts";
import type { Policy } from "../policy/policy.ts";

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
  readonly groupIds?: readonly number[];
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

/** A visitor's pass and how often it was used, or is being used, for an entry. */
export interface KnownPass {
  readonly id: number;
  readonly name: string;
  readonly source: string;
  readonly vehicle: string;
  readonly validFrom: Date;
  readonly validTo: Date;
  /** Null: any number. */
  readonly uses: number | null;
  readonly used: number;
  /** Empty: all gates. */
  readonly gateIds: readonly number[];
}

/** The vehicle's other factor, which was read at the same gate shortly before, and what matches it. */
export interface OtherFactor {
  readonly read: AccessQuestion["read"];
  readonly identifiers: readonly KnownIdentifier[];
  readonly reservations: readonly KnownReservation[];
  readonly passes: readonly KnownPass[];
}

/** The rules, and what they need to know about the vehicle. */
export interface AccessFacts extends Omit<VehicleFacts, "hasBothFactors"> {
  readonly policy: Policy;
  readonly passes: readonly KnownPass[];
  readonly otherFactor?: OtherFactor | null;
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
  readonly gate: {
    readonly id: number;
    readonly name: string;
    readonly type: GateType;
    readonly fromAreaId?: number | null;
    readonly toAreaId?: number | null;
  } | null;
  /** The reader, if it has no gate but opens a barrier of its own. */
  readonly reader: { readonly name: string; readonly type: GateType; readonly barrier: string } | null;
  /** The direction that the device reported; used only for bidirectional cameras. */
  readonly seenDirection: GateType | null;
  readonly isBidirectional: boolean;
  /** The vehicle types whose tags are admitted; empty admits all. */
  readonly rfidVehicleTypes: readonly string[];
  readonly identifiers: readonly KnownIdentifier[];
  readonly reservations: readonly KnownReservation[];
  /** Absent: a site without rules, lists, passes or overrides. */
  readonly access?: AccessFacts | undefined;
}

/** An access decision with its full trace. */
export interface AccessDecision {
  readonly trace: DecisionTrace;
  readonly direction: GateType | null;
  readonly isGranted: boolean;
  /** PROCESSED if access was granted, otherwise RECEIVED. */
  readonly status: EventStatus;
  /** The identifier or reservation that granted access. */
  readonly grant: { readonly kind: Candidate["kind"]; readonly id: number } | null;
  /** Key of the vehicle: its plate and its tag belong to the same passage. */
  readonly vehicle: string;
  readonly reasonCode: AccessReason;
  /** The entries of the watch list that the vehicle is on. */
  readonly watched: readonly ListedEntry[];
  /** The groups of its identifiers. */
  readonly groupIds: readonly number[];
}
