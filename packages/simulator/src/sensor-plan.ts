/** An RFID reader or a loop of the simulated site; both tell Gatehouse by themselves. */
export interface SensorPlan {
  /** How the control calls name it. */
  readonly name: string;
  readonly kind: "reader" | "loop";
  readonly label: string;
  readonly uid: string;
  readonly direction: "N" | "X";
}

/** The readers and loops. */
export const sensorPlans: readonly SensorPlan[] = [
  { name: "entry-reader", kind: "reader", label: "Main entry reader", uid: "R1", direction: "N" },
  { name: "exit-reader", kind: "reader", label: "Main exit reader", uid: "R2", direction: "X" },
  { name: "entry-loop", kind: "loop", label: "Main entry loop", uid: "L1", direction: "N" },
  { name: "exit-loop", kind: "loop", label: "Main exit loop", uid: "L2", direction: "X" },
];
