import { defaultModbusUnit } from "@gatehouse/contract/fields/modbus-unit";

const headerBytes = 7;
const exceptionFlag = 0x80;

/** Modbus addresses run from 0; people count relays and inputs from 1 to this number. */
export const maxModbusNumber = 0x10000;

/** Exception codes that mean the same for every function. */
const exceptions: Readonly<Record<number, string>> = {
  3: "it doesn't accept this value (illegal data value)",
  4: "it failed to execute the command (server device failure)",
  5: "it needs longer (acknowledge)",
  6: "it is busy (server device busy)",
  8: "its memory is faulty (memory parity error)",
  10: "its gateway has no path (gateway path unavailable)",
  11: "the device behind its gateway does not answer (gateway target failed to respond)",
};

/** The exception code of an address that the board does not have. */
export const illegalDataAddress = 2;

let lastTransaction = 0;

/** Transaction id, unique among recent requests, so late replies are not mistaken for this one's. */
function nextTransaction(): number {
  lastTransaction = (lastTransaction + 1) % 0x10000;
  return lastTransaction;
}

/** Encodes a request whose data are two 16-bit numbers: an address and a value or count. */
export function createModbusRequest(
  functionCode: number,
  address: number,
  value: number,
  unit = defaultModbusUnit,
): Buffer {
  const request = Buffer.alloc(headerBytes + 5);
  request.writeUInt16BE(nextTransaction(), 0);
  request.writeUInt16BE(0, 2);
  request.writeUInt16BE(6, 4);
  request.writeUInt8(unit, 6);
  request.writeUInt8(functionCode, headerBytes);
  request.writeUInt16BE(address, headerBytes + 1);
  request.writeUInt16BE(value, headerBytes + 3);
  return request;
}

/**
 * Finds the reply to a request in the received bytes, which TCP may have split or joined. Receiving is over when that
 * frame is complete, or when the bytes are not Modbus.
 */
export function findModbusReply(received: Uint8Array, request: Buffer): { isOver: boolean; frame?: Buffer } {
  const transaction = request.readUInt16BE(0);
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

/** The exception code in the reply to a request; undefined if the reply is no exception. */
export function findExceptionCode(frame: Buffer, request: Buffer): number | undefined {
  const functionCode = request.readUInt8(headerBytes);
  return frame[headerBytes] === (functionCode | exceptionFlag) ? (frame[headerBytes + 1] ?? 0) : undefined;
}

/** The data of a reply with the unit and function code of its request; undefined for any other reply. */
export function findReplyData(frame: Buffer, request: Buffer): Buffer | undefined {
  const isOwn = frame[6] === request[6] && frame[headerBytes] === request[headerBytes];
  return isOwn ? frame.subarray(headerBytes + 1) : undefined;
}

/** The meaning of an exception code; the first two codes depend on the request. */
export function describeException(code: number, own: { illegalFunction: string; illegalAddress: string }): string {
  const meaning =
    code === 1
      ? `${own.illegalFunction} (illegal function)`
      : code === illegalDataAddress
        ? `${own.illegalAddress} (illegal data address)`
        : (exceptions[code] ?? `exception ${code}`);
  return `The board refused: ${meaning}.`;
}
