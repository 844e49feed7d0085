/** Entry and exit, as the wire writes them. */
export const gateTypes = ["N", "X"] as const;

/** One of the two directions. */
export type GateType = (typeof gateTypes)[number];

/** What a person reads for each. */
export const gateTypeTitles: Record<GateType, string> = { N: "Entry", X: "Exit" };
