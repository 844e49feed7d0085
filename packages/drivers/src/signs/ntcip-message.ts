import {
  type MessageColumn,
  type MessageSlot,
  memoryTypes,
  messageObject,
  messageStates,
  multiErrors,
  noError,
  ntcipObjects,
  validateErrors,
} from "./ntcip-objects.ts";
import { integerAt, notActivated, readMultiError, refused, type Step, stop } from "./ntcip-result.ts";
import { type SnmpBinding, snmpInteger, snmpOctets } from "./snmp-message.ts";
import { describeSnmpError, type SnmpFailure, type SnmpSession } from "./snmp-session.ts";

/** A stored message that can be activated. */
export interface StoredMessage extends MessageSlot {
  readonly crc: number;
}

const owner = "Gatehouse";
/** Signs without beacons or pixel service may lack these objects. */
const optionalColumns = ["beacon", "pixelService"] as const satisfies readonly MessageColumn[];
const pollIntervalMs = 50;

/** Stores a text as the first message of a memory that can be changed, and waits until the sign has checked it. */
export async function storeMessage(
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
  // A repeated request may be refused although the first one opened the message.
  const state = integerAt(await session.get(status), status);
  return state === messageStates.modifying ? undefined : notActivated(requested);
}

async function writeMessage(
  session: SnmpSession,
  slot: MessageSlot,
  multi: Buffer,
  priority: number,
): Promise<SnmpFailure | undefined> {
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
