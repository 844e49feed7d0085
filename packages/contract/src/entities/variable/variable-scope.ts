/** The parts of the product that have variables. */
export const variableScopes = ["epld", "cc", "rfid-ac", "loop"] as const;

/** One of the scopes. */
export type VariableScope = (typeof variableScopes)[number];
