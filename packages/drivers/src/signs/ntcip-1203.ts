import { isIPv4 } from "node:net";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, noReply, rejected, type UdpTransport } from "../hardware-transport.ts";
import {
  activateErrors,
  type MessageColumn,
  type MessageSlot,
  memoryTypes,
  messageObject,
  messageStates,
  multiErrors,
  multiSyntaxErrors,
  noError,
  ntcipObjects,
  toFaults,
  validateErrors,
} from "./ntcip-objects.ts";
import type { ShowOptions, SignAddress, SignDriver } from "./sign.ts";
import { toSignLine } from "./sign-line.ts";
import { type SnmpBinding, snmpInteger, snmpOctets } from "./snmp-message.ts";
import {
  createSnmpSession,
  describeSnmpError,
  type SnmpError,
  type SnmpResult,
  type SnmpSession,
} from "./snmp-session.ts";

/** The result of one step, or of the whole command if the step failed. */
type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly result: HardwareResult };

/** Ends the command. */
const stop = (result: HardwareResult): Step<never> => ({ ok: false, result });

const refused = (reason: string): HardwareResult => rejected(`The sign refused: ${reason}.`);

/** An error before the text was activated: the sign can't have shown it. */
function notActivated(error: SnmpError): HardwareResult {
  if (error.kind === "error") return refused(describeSnmpError(error.status));
  return noReply({ isSent: false, detail: error.detail });
}

/** Why the state of a sign can't be read. */
const toStatusDetail = (error: SnmpError): string =>
  error.kind === "error" ? refused(describeSnmpError(error.status)).detail : error.detail;

/** The integer that an object has in a reply. */
function integerAt(result: SnmpResult, oid: string): number | undefined {
  const value = result.ok ? result.values.get(oid) : undefined;
  return value?.type === "integer" || value?.type === "timeTicks" ? value.value : undefined;
}

/** Reads what is wrong with the text, and where. */
async function readMultiError(session: SnmpSession): Promise<string> {
  const { multiSyntaxError, multiSyntaxErrorPosition } = ntcipObjects;
  const read = await session.get(multiSyntaxError, multiSyntaxErrorPosition);
  const error = integerAt(read, multiSyntaxError) ?? noError;
  if (error === noError) return "there is an error in the text";
  const position = integerAt(read, multiSyntaxErrorPosition);
  const meaning = multiSyntaxErrors[error] ?? `text error ${error}`;
  return position === undefined ? meaning : `${meaning} at character ${position + 1} of the markup`;
}

/** A stored message that can be activated. */
interface StoredMessage extends MessageSlot {
  readonly crc: number;
}

const owner = "Gatehouse";
/** Signs without beacons or pixel service may lack these objects. */
const optionalColumns = ["beacon", "pixelService"] as const satisfies readonly MessageColumn[];
const pollIntervalMs = 50;

/** Stores a text as the first message of a memory that can be changed, and waits until the sign has checked it. */
async function storeMessage(
  session: SnmpSession,
  multi: Buffer,
  { priority, isOver }: { priority: number; isOver: () => boolean },
): Promise<Step<StoredMessage>> {
  const slot = await findSlot(session);
  if (!slot.ok) return slot;
  const opened = await openSlot(session, slot.value);
  if (opened) return stop(opened);
  const written = await writeMessage(session, slot.value, multi, priority);
  if (written) return stop(notActivated(written));
  return validateMessage(session, slot.value, isOver);
}

/** Volatile memory if the sign has any: writing does not wear it out. */
async function findSlot(session: SnmpSession): Promise<Step<MessageSlot>> {
  const { maxVolatileMessages, maxChangeableMessages } = ntcipObjects;
  const read = await session.get(maxVolatileMessages, maxChangeableMessages);
  if (!read.ok) return stop(notActivated(read));
  if ((integerAt(read, maxVolatileMessages) ?? 0) > 0)
    return { ok: true, value: { memoryType: memoryTypes.volatile, number: 1 } };
  if (integerAt(read, maxChangeableMessages) === 0) return stop(refused("it has no memory for messages"));
  return { ok: true, value: { memoryType: memoryTypes.changeable, number: 1 } };
}

async function openSlot(session: SnmpSession, slot: MessageSlot) {
  const status = messageObject("status", slot);
  const requested = await session.set([{ oid: status, value: snmpInteger(messageStates.modifyRequest) }]);
  if (requested.ok) return undefined;
  if (requested.kind === "no-reply") return notActivated(requested);
  // A repeated request may be rejected although the first one opened the message.
  const state = integerAt(await session.get(status), status);
  return state === messageStates.modifying ? undefined : notActivated(requested);
}

async function writeMessage(
  session: SnmpSession,
  slot: MessageSlot,
  multi: Buffer,
  priority: number,
): Promise<SnmpError | undefined> {
  const optional = new Set(optionalColumns.map((column) => messageObject(column, slot)));
  let bindings: SnmpBinding[] = [
    { oid: messageObject("multi", slot), value: snmpOctets(multi) },
    { oid: messageObject("owner", slot), value: snmpOctets(Buffer.from(owner)) },
    { oid: messageObject("priority", slot), value: snmpInteger(priority) },
    ...[...optional].map((oid) => ({ oid, value: snmpInteger(0) })),
  ];
  for (;;) {
    const written = await session.set(bindings);
    if (written.ok) return undefined;
    const refusedOid = written.kind === "error" ? written.oid : undefined;
    if (refusedOid === undefined || !optional.delete(refusedOid)) return written;
    bindings = bindings.filter(({ oid }) => oid !== refusedOid);
  }
}

async function validateMessage(
  session: SnmpSession,
  slot: MessageSlot,
  isOver: () => boolean,
): Promise<Step<StoredMessage>> {
  const [status, crc] = [messageObject("status", slot), messageObject("crc", slot)];
  const requested = await session.set([{ oid: status, value: snmpInteger(messageStates.validateRequest) }]);
  if (!requested.ok && requested.kind === "no-reply") return stop(notActivated(requested));
  while (!isOver()) {
    const read = await session.get(status, crc);
    if (!read.ok) return stop(notActivated(read));
    const state = integerAt(read, status);
    const checksum = integerAt(read, crc);
    if (state === messageStates.valid && checksum !== undefined) return { ok: true, value: { ...slot, crc: checksum } };
    if (state === messageStates.error) return stop(refused(await readValidateError(session)));
    if (state !== messageStates.validating)
      return stop(refused(requested.ok ? "it did not check the text" : describeSnmpError(requested.status)));
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
  return stop(refused("checking the text took too long"));
}

async function readValidateError(session: SnmpSession): Promise<string> {
  const { validateMessageError } = ntcipObjects;
  const error = integerAt(await session.get(validateMessageError), validateMessageError) ?? noError;
  if (error === multiErrors.validate) return readMultiError(session);
  return error === noError ? "the text is not valid" : (validateErrors[error] ?? `error ${error}`);
}

/** Rows start at the top and on the left, so that the sign shows them as the preview does. */
const layout = "[jp2][jl2]";
const newLine = "[nl]";
const newPage = "[np]";

/**
 * Rows in MULTI, the markup of NTCIP 1203: cut to the width of the sign, with a new page where its height ends. Empty if
 * there is no text.
 */
export function toMulti({ rows: height, chars }: Pick<SignAddress, "rows" | "chars">, rows: readonly string[]): Buffer {
  const lines = rows.map((row) => toSignLine(row, chars).trimEnd());
  while (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return Buffer.alloc(0);
  const pages = Array.from({ length: Math.ceil(lines.length / height) }, (_, page) =>
    lines
      .slice(page * height, (page + 1) * height)
      .map(escapeBrackets)
      .join(newLine),
  );
  return Buffer.from(`${layout}${pages.join(newPage)}`, "latin1");
}

/** Brackets delimit tags. Fonts have 8-bit characters; others are replaced. */
const escapeBrackets = (line: string) => line.replaceAll(/[[\]]/g, "$&$&").replaceAll(/[^\u0020-\u00ff]/gu, "?");

const defaultCommunity = "public";
/** Longest time for all requests of one text; a request that is under way may take longer. */
const maxShowMs = 4_000;
/** Replaces any other message. */
const activationPriority = 255;
/** Lets other systems replace the message. */
const messagePriority = 128;
const maxMinutes = 65_534;
const forever = 65_535;

/** Signs with NTCIP 1203 over SNMP: the text is stored as a message, checked by the sign, then activated. */
export const ntcip1203: SignDriver = {
  show: async (sign, rows, { udp }, options = {}) => {
    const startedAt = performance.now();
    const isOver = () => options.isExpired?.() === true || performance.now() - startedAt > maxShowMs;
    const session = openSession(sign, udp);
    const multi = toMulti(sign, rows);
    const stored =
      multi.length === 0 ? blankMessage : await storeMessage(session, multi, { priority: messagePriority, isOver });
    if (!stored.ok) return stored.result;
    if (isOver()) return noReply({ isSent: false, detail: "The sign was too slow, and the message expired" });
    return activate(session, stored.value, toMinutes(options));
  },
  checkStatus: async (sign, { udp }) => {
    const { sysUpTime, shortErrorStatus } = ntcipObjects;
    const read = await openSession(sign, udp).get(sysUpTime, shortErrorStatus);
    if (!read.ok) return { state: "failed", detail: toStatusDetail(read) };
    const hundredths = integerAt(read, sysUpTime);
    const errors = toFaults(integerAt(read, shortErrorStatus) ?? 0);
    return {
      state: "replied",
      detail: errors.length === 0 ? null : `It reports: ${errors.join(", ")}.`,
      ...(hundredths !== undefined && { upSeconds: hundredths / 100 }),
    };
  },
};

const openSession = ({ host, port, community = defaultCommunity }: SignAddress, udp: UdpTransport) =>
  createSnmpSession({ host, port, community }, udp);

const blankMessage = {
  ok: true,
  value: { memoryType: memoryTypes.blank, number: messagePriority, crc: 0 },
} as const;

/** Signs count in minutes. The end only matters if the server fails to show the next text. */
const toMinutes = ({ seconds }: ShowOptions) =>
  seconds === undefined ? forever : Math.min(maxMinutes, Math.ceil(seconds / 60) + 1);

async function activate(session: SnmpSession, message: StoredMessage, minutes: number): Promise<HardwareResult> {
  const { activateMessage, shortErrorStatus } = ntcipObjects;
  const value = snmpOctets(toActivationCode(message, minutes, session.localAddress()));
  const activated = await session.set([{ oid: activateMessage, value }]);
  if (!activated.ok && activated.kind === "no-reply") return noReply(activated);
  if (!activated.ok) return refused(await readActivateError(session, activated.status));
  const errors = toFaults(integerAt(await session.get(shortErrorStatus), shortErrorStatus) ?? 0);
  return accepted(errors.length === 0 ? "Text shown." : `Text shown. The sign reports: ${errors.join(", ")}.`);
}

/** The code ends with the address of the requester; NTCIP 1203 has none for IPv6. */
function toActivationCode(
  { memoryType, number, crc }: StoredMessage,
  minutes: number,
  requester: string | undefined,
): Buffer {
  const code = Buffer.alloc(12);
  code.writeUInt16BE(minutes, 0);
  code.writeUInt8(activationPriority, 2);
  code.writeUInt8(memoryType, 3);
  code.writeUInt16BE(number, 4);
  code.writeUInt16BE(crc & 0xffff, 6);
  code.set(requester !== undefined && isIPv4(requester) ? requester.split(".").map(Number) : [127, 0, 0, 1], 8);
  return code;
}

async function readActivateError(session: SnmpSession, status: number): Promise<string> {
  const { activateMessageError } = ntcipObjects;
  const error = integerAt(await session.get(activateMessageError), activateMessageError) ?? noError;
  if (error === multiErrors.activate) return readMultiError(session);
  return error === noError ? describeSnmpError(status) : (activateErrors[error] ?? `activation error ${error}`);
}
