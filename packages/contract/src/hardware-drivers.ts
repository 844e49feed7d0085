/** WIRE-5: the drivers that the field controller knows, by what they drive; forms suggest them and accept others. */
export const hardwareDrivers = {
  relay: ["modbus-tcp", "http-relay", "http-rpc"],
  reader: ["llrp", "wiegand-tcp"],
  loop: ["modbus-tcp"],
  sign: ["text-tcp", "ntcip-1203"],
} as const;
