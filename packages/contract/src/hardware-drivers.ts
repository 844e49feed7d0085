/** WIRE-5: the drivers that forms suggest for each kind of hardware; other names are accepted too. */
export const hardwareDrivers = {
  relay: ["modbus-tcp", "http-relay", "http-rpc"],
  reader: ["llrp", "line-tcp"],
  loop: ["modbus-tcp"],
  sign: ["text-tcp", "ntcip-1203"],
} as const;

/** Whether the boards of a relay driver have units: those of HTTP drivers are one board at their address. */
export const hasUnits = (driver: unknown): boolean => driver !== "http-relay" && driver !== "http-rpc";

/** The name of a relay driver. */
export type RelayDriverName = (typeof hardwareDrivers)["relay"][number];

/** The name of a sign driver. */
export type SignDriverName = (typeof hardwareDrivers)["sign"][number];

/** The name of a reader driver. */
export type ReaderDriverName = (typeof hardwareDrivers)["reader"][number];

/** The name of a loop driver. */
export type LoopDriverName = (typeof hardwareDrivers)["loop"][number];
