/** A Modbus request; the response repeats its transaction, unit and function code. */
export interface ModbusRequest {
  readonly transaction: number;
  readonly unit: number;
  readonly functionCode: number;
  readonly data: Buffer;
}

/** Modbus exception codes. */
export const modbusExceptions = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  noGatewayTarget: 11,
} as const;

const headerBytes = 7;
const maxFrameBytes = 260;

/**
 * Parses the complete frames of a byte stream and returns the rest; frames may share or span TCP segments. Returns
 * undefined for an invalid header.
 */
export function parseFrames(received: Buffer): { requests: ModbusRequest[]; rest: Buffer } | undefined {
  const requests: ModbusRequest[] = [];
  let rest = received;
  while (rest.length >= headerBytes) {
    const length = rest.readUInt16BE(4);
    const end = 6 + length;
    if (rest.readUInt16BE(2) !== 0 || length < 2 || end > maxFrameBytes) return undefined;
    if (rest.length < end) break;
    requests.push({
      transaction: rest.readUInt16BE(0),
      unit: rest.readUInt8(6),
      functionCode: rest.readUInt8(headerBytes),
      data: rest.subarray(headerBytes + 1, end),
    });
    rest = rest.subarray(end);
  }
  return { requests, rest };
}

/** Encodes the response to a request. */
export function toModbusResponse({ transaction, unit, functionCode }: ModbusRequest, data: Uint8Array): Buffer {
  return toFrame(transaction, unit, functionCode, data);
}

/** Encodes an exception response. */
export function toModbusException({ transaction, unit, functionCode }: ModbusRequest, exception: number): Buffer {
  return toFrame(transaction, unit, functionCode | 0x80, Uint8Array.of(exception));
}

function toFrame(transaction: number, unit: number, functionCode: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(headerBytes + 1);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(data.length + 2, 4);
  header.writeUInt8(unit, 6);
  header.writeUInt8(functionCode, headerBytes);
  return Buffer.concat([header, data]);
}
