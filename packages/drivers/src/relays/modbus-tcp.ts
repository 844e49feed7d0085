import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { accepted, type HardwareTransports, invalidReply, noReply, rejected } from "../hardware-transport.ts";
import type { RelayAddress, RelayDriver } from "./relay.ts";

const writeSingleCoil = 0x05;
const unit = 1;
const headerBytes = 7;
const maxRelays = 0x10000;

/** Meanings of the exception codes. */
const exceptions: Readonly<Record<number, string>> = {
  1: "it can't switch relays (illegal function)",
  2: "it has no such relay (illegal data address)",
  3: "it doesn't accept this value (illegal data value)",
  4: "it failed to execute the command (server device failure)",
  5: "it needs longer (acknowledge)",
  6: "it is busy (server device busy)",
  8: "its memory is faulty (memory parity error)",
  10: "its gateway has no path (gateway path unavailable)",
  11: "the device behind its gateway does not answer (gateway target failed to respond)",
};

let lastTransaction = 0;

/** Transaction id, unique among recent requests, so late replies are not mistaken for this one's. */
function nextTransaction(): number {
  lastTransaction = (lastTransaction + 1) % 0x10000;
  return lastTransaction;
}

/** Relays as coils over Modbus TCP: relay n is coil n-1 of unit 1. The board does not time pulses. */
export const modbusTcp: RelayDriver = {
  timesPulses: false,
  close: (relay, _pulseMs, transports) => writeCoil(relay, true, transports),
  hold: (relay, transports) => writeCoil(relay, true, transports),
  release: (relay, transports) => writeCoil(relay, false, transports),
};

async function writeCoil(relay: RelayAddress, isOn: boolean, { tcp }: HardwareTransports): Promise<HardwareResult> {
  const { host, port, relayNumber } = relay;
  if (!Number.isInteger(relayNumber) || relayNumber < 1 || relayNumber > maxRelays)
    return rejected(`Modbus numbers relays from 1 to ${maxRelays}: there is no relay ${relayNumber}.`);
  const request = requestFor(relayNumber, isOn);
  const transaction = request.readUInt16BE(0);
  const result = await tcp({ host, port, bytes: request, isWhole: (received) => scan(received, transaction).isOver });
  if (!result.ok) return noReply(result);
  const { frame } = scan(result.received, transaction);
  if (frame === undefined) return invalidReply("The reply is not a Modbus response to this request");
  if (frame.equals(request)) return accepted(`The board switched relay ${relayNumber} ${isOn ? "on" : "off"}.`);
  if (frame[headerBytes] === (writeSingleCoil | 0x80)) return rejected(exceptionIn(frame));
  return invalidReply("The reply doesn't match the command");
}

function requestFor(relayNumber: number, isOn: boolean): Buffer {
  const request = Buffer.alloc(headerBytes + 5);
  request.writeUInt16BE(nextTransaction(), 0);
  request.writeUInt16BE(0, 2);
  request.writeUInt16BE(6, 4);
  request.writeUInt8(unit, 6);
  request.writeUInt8(writeSingleCoil, headerBytes);
  request.writeUInt16BE(relayNumber - 1, headerBytes + 1);
  request.writeUInt16BE(isOn ? 0xff00 : 0x0000, headerBytes + 3);
  return request;
}

/**
 * Finds the frame with this transaction id in the received bytes, which TCP may have split or joined. Receiving is over
 * when that frame is complete, or when the bytes are not Modbus.
 */
function scan(received: Uint8Array, transaction: number): { isOver: boolean; frame?: Buffer } {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  let start = 0;
  while (bytes.length - start >= headerBytes - 1) {
    const length = bytes.readUInt16BE(start + 4);
    const isModbus = bytes.readUInt16BE(start + 2) === 0 && length >= 3 && length <= 254;
    if (!isModbus) return { isOver: true };
    const end = start + 6 + length;
    if (bytes.length < end) return { isOver: false };
    if (bytes.readUInt16BE(start) === transaction) return { isOver: true, frame: bytes.subarray(start, end) };
    start = end;
  }
  return { isOver: false };
}

function exceptionIn(frame: Buffer): string {
  const code = frame[headerBytes + 1] ?? 0;
  return `The board refused: ${exceptions[code] ?? `exception ${code}`}.`;
}
