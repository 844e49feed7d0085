import {
  type MessageColumn,
  type MessageSlot,
  memoryTypes,
  messageObject,
  messageStates,
  multiErrors,
  noError,
} from "@gatehouse/drivers/signs/ntcip-objects";
import { type SnmpBinding, type SnmpValue, snmpInteger, snmpOctets } from "@gatehouse/drivers/signs/snmp-message";
import type { SignPlan } from "../plan/hardware-plan.ts";
import { parseMulti } from "./multi-text.ts";

/** A message in the memory of a sign. */
export interface Message extends MessageSlot {
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
export interface MessageTable {
  readonly errors: { validate: number; multi: number; position: number };
  listObjects(): SnmpBinding[];
  find(slot: MessageSlot): Message | undefined;
  /** Writes an object; returns false if the table refuses it, and undefined if it has no such object. */
  write(oid: string, value: SnmpValue): boolean | undefined;
}

export const messagesPerMemory = 2;

const octetColumns = ["multi", "owner"] as const;
const integerColumns = ["beacon", "pixelService", "priority"] as const;

/** Creates an empty table. */
export function createMessageTable(plan: SignPlan): MessageTable {
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
