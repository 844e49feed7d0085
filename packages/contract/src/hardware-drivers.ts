/** The drivers that forms suggest for each kind of hardware; other names are accepted too. */
export const hardwareDrivers = {
  relay: ["modbus-tcp", "http-relay", "http-rpc"],
  reader: ["llrp", "line-tcp"],
  loop: ["modbus-tcp"],
  sign: ["text-tcp", "ntcip-1203"],
} as const;

/** Whether the boards of a relay driver have units: those of HTTP drivers are one board at their address. */
export const hasUnits = (driver: unknown): boolean => driver !== "http-relay" && driver !== "http-rpc";

export type RelayDriverName = (typeof hardwareDrivers)["relay"][number];

export type SignDriverName = (typeof hardwareDrivers)["sign"][number];

export type ReaderDriverName = (typeof hardwareDrivers)["reader"][number];

export type LoopDriverName = (typeof hardwareDrivers)["loop"][number];
