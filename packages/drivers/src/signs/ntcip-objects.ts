const dms = "1.3.6.1.4.1.1206.4.2.3";

/** The single objects of NTCIP 1203 and SNMP that the driver uses. */
export const ntcipObjects = {
  sysUpTime: "1.3.6.1.2.1.1.3.0",
  maxChangeableMessages: `${dms}.5.3.0`,
  maxVolatileMessages: `${dms}.5.6.0`,
  validateMessageError: `${dms}.5.9.0`,
  activateMessage: `${dms}.6.3.0`,
  activateMessageError: `${dms}.6.17.0`,
  multiSyntaxError: `${dms}.6.18.0`,
  multiSyntaxErrorPosition: `${dms}.6.19.0`,
  shortErrorStatus: `${dms}.9.7.1.0`,
} as const;

/** A message in the memory of a sign. */
export interface MessageSlot {
  readonly memoryType: number;
  readonly number: number;
}

/** The types of memory that a message can be activated from. A blank message's number is its priority. */
export const memoryTypes = { changeable: 3, volatile: 4, blank: 7 } as const;

const messageColumns = { multi: 3, owner: 4, crc: 5, beacon: 6, pixelService: 7, priority: 8, status: 9 } as const;

export type MessageColumn = keyof typeof messageColumns;

/** The object of a message: `dmsMessageMultiString` and so on. */
export const messageObject = (column: MessageColumn, { memoryType, number }: MessageSlot): string =>
  `${dms}.5.8.1.${messageColumns[column]}.${memoryType}.${number}`;

/** The states of a message (`dmsMessageStatus`), and the requests to change them. */
export const messageStates = {
  notUsed: 1,
  modifying: 2,
  validating: 3,
  valid: 4,
  error: 5,
  modifyRequest: 6,
  validateRequest: 7,
} as const;

/** The meaning of `dmsValidateMessageError`. */
export const validateErrors: Readonly<Record<number, string>> = {
  1: "another error",
  3: "its beacons don't work",
  4: "its pixel service doesn't work",
};

/** The value of `dmsValidateMessageError` and `dmsActivateMsgError` that refers to `dmsMultiSyntaxError`. */
export const multiErrors = { validate: 5, activate: 8 } as const;

/** The value of each of the three error objects without an error. */
export const noError = 2;

/** The meaning of `dmsActivateMsgError`. */
export const activateErrors: Readonly<Record<number, string>> = {
  1: "another error",
  3: "a message with a higher priority is shown (priority)",
  4: "the stored message is not valid (messageStatus)",
  5: "it doesn't have this type of memory (messageMemoryType)",
  6: "it has no such message (messageNumber)",
  7: "the stored message was changed by someone else (messageCRC)",
  9: "it is switched to local control (localMode)",
  10: "it is switched to central control (centralMode)",
  11: "central control overrides it (centralOverrideMode)",
};

/** The meaning of `dmsMultiSyntaxError`. */
export const multiSyntaxErrors: Readonly<Record<number, string>> = {
  1: "another error in the text",
  3: "it doesn't support a tag (unsupportedTag)",
  4: "it doesn't support the value of a tag (unsupportedTagValue)",
  5: "the text doesn't fit (textTooBig)",
  6: "it doesn't have the font (fontNotDefined)",
  7: "its font lacks a character (characterNotDefined)",
  8: "it lacks a device for a field (fieldDeviceNotExist)",
  9: "the device for a field fails (fieldDeviceError)",
  10: "it can't flash this part (flashRegionError)",
  11: "tags conflict (tagConflict)",
  12: "the text has too many pages (tooManyPages)",
};

/** The meaning of each bit of `shortErrorStatus`. */
const faultBits: Readonly<Record<number, string>> = {
  1: "communications error",
  2: "power error",
  3: "attached device error",
  4: "lamp error",
  5: "pixel error",
  6: "photocell error",
  7: "message error",
  8: "controller error",
  9: "temperature warning",
  10: "climate control error",
  11: "critical temperature",
  12: "drum rotor error",
  13: "door open",
  14: "humidity warning",
};

/** The faults in `shortErrorStatus`. */
export const toFaults = (status: number): string[] =>
  Object.entries(faultBits).flatMap(([bit, error]) => (status & (1 << Number(bit)) ? [error] : []));
