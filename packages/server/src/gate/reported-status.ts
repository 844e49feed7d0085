import type { AlertScope } from "@gatehouse/contract/entities/alert-type";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";

/** The status of hardware as the feature that checks it reports it. */
export interface ReportedStatus extends Omit<HardwareStatus, "since"> {
  /** What the alert says while it is offline; null if another alert covers it. */
  readonly alert: {
    readonly scope: AlertScope;
    /** Names of the gates that depend on it. */
    readonly gates: readonly string[];
    /** Names of the barriers, lamps, loops and other devices that it drives or reads. */
    readonly devices: readonly string[];
  } | null;
}

/** A status with the start of its state. */
export interface CurrentStatus extends ReportedStatus {
  readonly since: Date;
}
