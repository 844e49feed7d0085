/** The parts of the product that a site switches on and off. */
export const moduleKinds = [
  "OSD",
  "EPLD",
  "CAMERA_COUNTING",
  "ANPR_ACCESS_CONTROL",
  "RFID_ACCESS_CONTROL",
  "LOOP_DETECTOR",
  "REPORTING",
] as const;

/** The name of a module as it goes over the wire. */
export type ModuleKind = (typeof moduleKinds)[number];
