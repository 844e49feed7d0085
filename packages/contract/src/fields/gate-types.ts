/** Entry (N) and exit (X). */
export const gateTypes = ["N", "X"] as const;

export type GateType = (typeof gateTypes)[number];

/** The label of each. */
export const gateTypeTitles: Record<GateType, string> = { N: "Entry", X: "Exit" };
