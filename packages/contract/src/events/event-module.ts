export const eventModules = [
  "ANPR_ACCESS_CONTROL",
  "RFID_ACCESS_CONTROL",
  "CAMERA_COUNTING",
  "EPLD",
  "LOOP_DETECTOR",
  "OSD",
] as const;

export type EventModule = (typeof eventModules)[number];

/** The modules whose events are decided at gates. */
export const accessModules = ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"] as const satisfies readonly EventModule[];

/** PROCESSED events were acted upon, RECEIVED events only stored. */
export const eventStatuses = ["PROCESSED", "RECEIVED"] as const;

export type EventStatus = (typeof eventStatuses)[number];

/** Only live events open something. The time of an unreadable one is that of its arrival. */
export const eventTimings = ["live", "late", "future", "unreadable"] as const;

export type EventTiming = (typeof eventTimings)[number];
