/** WIRE-4: what a configuration belongs to. */
export const configScopes = ["global", "overspeed", "epld", "cc", "anpr-ac", "rfid-ac", "loop"] as const;

/** One of the scopes. */
export type ConfigScope = (typeof configScopes)[number];
