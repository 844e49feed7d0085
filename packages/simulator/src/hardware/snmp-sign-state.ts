import {
  type MessageColumn,
  type MessageSlot,
  memoryTypes,
  messageObject,
  messageStates,
  multiErrors,
  noError,
  ntcipObjects,
} from "@gatehouse/drivers/signs/ntcip-objects";
import { type SnmpBinding, type SnmpValue, snmpInteger, snmpOctets } from "@gatehouse/drivers/signs/snmp-message";
import type { SignPlan } from "../plan/hardware-plan.ts";
import { parseMulti } from "./multi-text.ts";

/** A message in the memory of a sign. */
interface Message extends MessageSlot {
  multi: Buffer;
  owner: Buffer;
  beacon: number;
  pixelService: number;
  priority: number;
  status: number;
  crc: number;
  pages: readonly (readonly string[])[];
}

/** The message table of NTCIP 1203, and the errors of the last check. */
interface MessageTable {
  readonly errors: { validate: number; multi: number; position: number };
  listObjects(): SnmpBinding[];
  find(slot: MessageSlot): Message | undefined;
  /** Writes an object; returns false if the table refuses it, and undefined if it has no such object. */
  write(oid: string, value: SnmpValue): boolean | undefined;
}

const messagesPerMemory = 2;

const octetColumns = ["multi", "owner"] as const;
const integerColumns = ["beacon", "pixelService", "priority"] as const;

/** Creates an empty table. */
function createMessageTable(plan: SignPlan): MessageTable {
  const messages = [memoryTypes.changeable, memoryTypes.volatile].flatMap((memoryType) =>
    Array.from({ length: messagesPerMemory }, (_, index) => createMessage({ memoryType, number: index + 1 })),
  );
  const errors = { validate: noError as number, multi: noError as number, position: 0 };

  function check(message: Message): void {
    const text = parseMulti(message.multi.toString("latin1"), plan);
    Object.assign(errors, { validate: text.ok ? noError : multiErrors.validate, multi: noError, position: 0 });
    message.status = text.ok ? messageStates.valid : messageStates.error;
    if (!text.ok) return void Object.assign(errors, { multi: text.error, position: text.position });
    message.pages = text.pages;
    message.crc = crcOf(message);
  }

  function changeStatus(message: Message, request: number): boolean {
    if (request === messageStates.modifyRequest) message.status = messageStates.modifying;
    else if (request === messageStates.validateRequest && message.status === messageStates.modifying) check(message);
    else return false;
    return true;
  }

  function write(oid: string, value: SnmpValue): boolean | undefined {
    const message = messages.find((candidate) => columnsOf(candidate).some((object) => object.oid === oid));
    if (!message) return undefined;
    const isColumn = (column: MessageColumn) => messageObject(column, message) === oid;
    if (isColumn("status")) return value.type === "integer" && changeStatus(message, value.value);
    if (message.status !== messageStates.modifying) return false;
    const octets = octetColumns.find(isColumn);
    const integer = integerColumns.find(isColumn);
    if (octets && value.type === "octets") message[octets] = Buffer.from(value.value);
    else if (integer && value.type === "integer") message[integer] = value.value;
    else return false;
    return true;
  }

  return {
    errors,
    listObjects: () => messages.flatMap(columnsOf),
    find: ({ memoryType, number }) =>
      messages.find((message) => message.memoryType === memoryType && message.number === number),
    write,
  };
}

const createMessage = (slot: MessageSlot): Message => ({
  ...slot,
  multi: Buffer.alloc(0),
  owner: Buffer.alloc(0),
  beacon: 0,
  pixelService: 0,
  priority: 1,
  status: messageStates.notUsed,
  crc: 0,
  pages: [],
});

const columnsOf = (message: Message): SnmpBinding[] => [
  ...octetColumns.map((column) => ({ oid: messageObject(column, message), value: snmpOctets(message[column]) })),
  ...([...integerColumns, "crc", "status"] as const).map((column) => ({
    oid: messageObject(column, message),
    value: snmpInteger(message[column]),
  })),
];

/** CRC-16 of ISO 3309 over the text, the beacon and the pixel service. */
function crcOf({ multi, beacon, pixelService }: Message): number {
  let crc = 0xffff;
  for (const byte of [...multi, beacon, pixelService]) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0x8408 : crc >> 1;
  }
  return ~crc & 0xffff;
}

/** The objects of a sign with NTCIP 1203, and what it shows. Everything is lost with its power. */
export interface SnmpSignState {
  /** Sorted by object identifier. */
  listObjects(): SnmpBinding[];
  /** Writes an object; returns the SNMP error, or 0. */
  write(oid: string, value: SnmpValue): number;
  shownRows(): readonly string[];
}

const snmpErrors = { noSuchName: 2, badValue: 3, general: 5 } as const;
const activateErrors = { messageStatus: 4, memoryType: 5, number: 6, crc: 7, localMode: 9 } as const;
const messageErrorBit = 1 << 7;
const forever = 65_535;
const pageMs = 2_000;

interface Activation {
  /** True if the sign shows the message. */
  readonly isExecuted: boolean;
  readonly rows: readonly string[];
}

/** Creates the state of a sign that was switched on just now. */
export function createSnmpSignState(
  plan: SignPlan,
  { isLocal, onActivation }: { isLocal: () => boolean; onActivation: (activation: Activation) => void },
): SnmpSignState {
  const table = createMessageTable(plan);
  const startedAt = performance.now();
  let activateError: number = noError;
  let shown: { pages: readonly (readonly string[])[]; from: number; until: number } | undefined;
  let activationCode: Buffer = Buffer.alloc(12);

  function activate(code: Buffer): number {
    const [minutes, memoryType, number, crc] = [
      code.readUInt16BE(0),
      code.readUInt8(3),
      code.readUInt16BE(4),
      code.readUInt16BE(6),
    ];
    const message = table.find({ memoryType, number });
    const pages = memoryType === memoryTypes.blank ? [] : (message?.pages ?? []);
    activateError = findActivateError(memoryType, message, crc);
    const isExecuted = activateError === noError;
    onActivation({ isExecuted, rows: pages[0] ?? [] });
    if (!isExecuted) return snmpErrors.general;
    activationCode = code;
    const from = performance.now();
    shown = { pages, from, until: minutes === forever ? Number.POSITIVE_INFINITY : from + minutes * 60_000 };
    return 0;
  }

  function findActivateError(memoryType: number, message: { status: number; crc: number } | undefined, crc: number) {
    if (isLocal()) return activateErrors.localMode;
    if (memoryType === memoryTypes.blank) return noError;
    if (memoryType !== memoryTypes.changeable && memoryType !== memoryTypes.volatile) return activateErrors.memoryType;
    if (!message) return activateErrors.number;
    if (message.status !== messageStates.valid) return activateErrors.messageStatus;
    return message.crc === crc ? noError : activateErrors.crc;
  }

  function listObjects(): SnmpBinding[] {
    const integers: [oid: string, value: number][] = [
      [ntcipObjects.maxChangeableMessages, messagesPerMemory],
      [ntcipObjects.maxVolatileMessages, messagesPerMemory],
      [ntcipObjects.validateMessageError, table.errors.validate],
      [ntcipObjects.activateMessageError, activateError],
      [ntcipObjects.multiSyntaxError, table.errors.multi],
      [ntcipObjects.multiSyntaxErrorPosition, table.errors.position],
      [ntcipObjects.shortErrorStatus, activateError === noError ? 0 : messageErrorBit],
    ];
    const upHundredths = Math.floor((performance.now() - startedAt) / 10);
    return [
      { oid: sysDescr, value: snmpOctets(Buffer.from(`Simulated sign: ${plan.name}`)) },
      { oid: ntcipObjects.sysUpTime, value: { type: "timeTicks", value: upHundredths } as const },
      { oid: ntcipObjects.activateMessage, value: snmpOctets(activationCode) },
      ...integers.map(([oid, value]) => ({ oid, value: snmpInteger(value) })),
      ...table.listObjects(),
    ].sort((one, other) => compareOids(one.oid, other.oid));
  }

  function write(oid: string, value: SnmpValue): number {
    if (oid === ntcipObjects.activateMessage)
      return value.type === "octets" && value.value.length === 12 ? activate(value.value) : snmpErrors.badValue;
    const isWritten = table.write(oid, value);
    if (isWritten === undefined) return snmpErrors.noSuchName;
    return isWritten ? 0 : snmpErrors.general;
  }

  return {
    listObjects,
    write,
    shownRows: () => {
      const now = performance.now();
      if (!shown || now >= shown.until) return [];
      return shown.pages[Math.floor((now - shown.from) / pageMs) % shown.pages.length] ?? [];
    },
  };
}

const sysDescr = "1.3.6.1.2.1.1.1.0";

/** Orders object identifiers as SNMP does: by their numbers. */
export function compareOids(one: string, other: string): number {
  const [left, right] = [one, other].map((oid) => oid.split(".").map(Number)) as [number[], number[]];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
