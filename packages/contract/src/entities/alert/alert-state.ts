/** OPS-8: how far an alert was handled. A shelved alert returns by itself. */
export const alertStates = ["active", "acknowledged", "shelved", "resolved"] as const;

/** One of the states. */
export type AlertState = (typeof alertStates)[number];

/** OPS-8: the limits of handling alerts. */
export const alertLimits = {
  maxShelfMinutes: 480,
  maxReasonLength: 200,
  /** Faults of the same type and subject within this time collapse into one alert … */
  collapseMs: 60_000,
  /** … from this number on. */
  collapseFrom: 3,
} as const;
