import type { RequiredValues } from "@gatehouse/contract/entities/required-configs";
import type { GateType } from "@gatehouse/contract/fields/gate-types";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import type { ModuleActivation } from "@gatehouse/contract/modules/visible-menu";
import type { BaseVariable } from "../counting/base-variable.ts";
import type { LaneLimits } from "../overspeed/overspeed.ts";
import type { Policy } from "../policy/policy.ts";

/** A camera, saved or only known from its events. */
export interface SiteCamera {
  readonly id: number;
  readonly deviceId: number;
  readonly module: ModuleKind;
  readonly name: string;
  /** The device's ids of this camera, the preferred one first. */
  readonly uids: readonly string[];
  readonly isSaved: boolean;
  readonly isBidirectional: boolean;
  /** The counting direction of a manually entered camera. */
  readonly gateType: GateType | null;
  readonly lane: LaneLimits | null;
  readonly tvm: { readonly id: number; readonly name: string; readonly code: string } | null;
}

/** A controller of slot sensors. */
export interface SiteController {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** Its MAC address, as plain lower-case hex digits. */
  readonly mac: string;
}

/** A device that sends the events of its cameras and slot controllers. */
export interface SiteDevice {
  readonly id: number;
  readonly module: ModuleKind;
  readonly cameras: readonly SiteCamera[];
  readonly controllers: readonly SiteController[];
  /** Its plates without a time may open gates. */
  readonly opensWithoutTime: boolean;
}

/** An RFID reader or loop detector. */
export interface SiteSensor {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly scope: "ac" | "loop";
  readonly gateType: GateType;
  /** The barrier that a reader without a gate opens. */
  readonly barrier: SiteActuator | null;
}

/** A barrier or buzzer. */
export interface SiteActuator {
  readonly id: number;
  readonly name: string;
  /** How long a buzzer sounds. */
  readonly seconds: number | null;
}

/** A text sign (grid), a lamp (binary) or a screen (multimedia). */
export type SiteDisplay = {
  readonly id: number;
  readonly name: string;
  readonly scope: string;
  /** How long a message is shown. */
  readonly seconds: number;
} & (
  | { readonly type: "grid"; readonly granted: string; readonly denied: string }
  /** `indicates`: lights for a granted (g) or a denied (r) vehicle. */
  | { readonly type: "binary"; readonly indicates: "r" | "g" | null }
  | { readonly type: "multimedia" }
);

/** A gate with its wiring. */
export interface SiteGate {
  readonly id: number;
  readonly name: string;
  readonly type: GateType;
  readonly cameraId: number | null;
  readonly sensorId: number | null;
  readonly barrier: SiteActuator | null;
  readonly buzzer: SiteActuator | null;
  readonly displays: readonly SiteDisplay[];
  /** The areas that it connects, in its own direction; null is outside of all areas. */
  readonly fromAreaId?: number | null;
  readonly toAreaId?: number | null;
}

/** A base variable without its value, which changes with every event. */
export type Counter = Omit<BaseVariable, "current" | "reportedAt">;

/** The settings that decisions depend on. */
export type DecisionSettings = Pick<RequiredValues, "eventFreshSeconds" | "passageSeconds" | "ticketUrl">;

/** The configured site at one moment: everything a decision needs that only people change. */
export interface Site {
  readonly modules: ModuleActivation;
  readonly configs: DecisionSettings;
  readonly gates: ReadonlyMap<number, SiteGate>;
  readonly gateOfCamera: ReadonlyMap<number, SiteGate>;
  readonly gateOfSensor: ReadonlyMap<number, SiteGate>;
  readonly displays: ReadonlyMap<number, SiteDisplay>;
  /** Base variables by source: `camera 3`, `controller 3` or `sensor 3`. */
  readonly counters: ReadonlyMap<string, readonly Counter[]>;
  /** The selected vehicle types of RFID access control. */
  readonly rfidVehicleTypes: readonly string[];
  readonly hasMygate: boolean;
  /** Absent on a site without rules, lists, passes and overrides. */
  readonly policy?: Policy;
}
