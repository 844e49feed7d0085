import { memoryTypes, messageStates, noError, ntcipObjects } from "@gatehouse/drivers/signs/ntcip-objects";
import { type SnmpBinding, type SnmpValue, snmpInteger, snmpOctets } from "@gatehouse/drivers/signs/snmp-message";
import type { SignPlan } from "../plan/hardware-plan.ts";
import { createMessageTable, messagesPerMemory } from "./message-table.ts";

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
