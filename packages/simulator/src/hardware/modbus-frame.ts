/** A Modbus request with what its answer must repeat. */
export interface ModbusRequest {
  readonly transaction: number;
  readonly unit: number;
  readonly functionCode: number;
  readonly data: Buffer;
}

/** What a Modbus server says when it will not. */
export const modbusExceptions = { illegalFunction: 1, illegalAddress: 2, illegalValue: 3, deviceFailure: 4 } as const;

const headerBytes = 7;
const longestFrame = 260;

/**
 * Takes the frames out of what has arrived: they share and split TCP segments. What is left waits for more; a header
 * that is none ends the conversation.
 */
export function takeFrames(received: Buffer): { requests: ModbusRequest[]; rest: Buffer } | undefined {
  const requests: ModbusRequest[] = [];
  let rest = received;
  while (rest.length >= headerBytes) {
    const length = rest.readUInt16BE(4);
    const end = 6 + length;
    if (rest.readUInt16BE(2) !== 0 || length < 2 || end > longestFrame) return undefined;
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

/** The answer to a request. */
export function modbusAnswer({ transaction, unit, functionCode }: ModbusRequest, data: Uint8Array): Buffer {
  return frame(transaction, unit, functionCode, data);
}

/** The refusal of a request. */
export function modbusException({ transaction, unit, functionCode }: ModbusRequest, exception: number): Buffer {
  return frame(transaction, unit, functionCode | 0x80, Uint8Array.of(exception));
}

function frame(transaction: number, unit: number, functionCode: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(headerBytes + 1);
  header.writeUInt16BE(transaction, 0);
  header.writeUInt16BE(data.length + 2, 4);
  header.writeUInt8(unit, 6);
  header.writeUInt8(functionCode, headerBytes);
  return Buffer.concat([header, data]);
}
