/** One LLRP message as bytes: its type, id and the bytes after the header. */
export interface LlrpFrame {
  readonly type: number;
  readonly id: number;
  readonly body: Buffer;
}

/** The complete frames at the start of a byte stream and the bytes of the next one. */
export interface FrameSplit {
  readonly frames: readonly LlrpFrame[];
  readonly rest: Buffer;
  /** Why the stream can't be read any further; null if it can. */
  readonly failure: string | null;
}

const headerBytes = 10;
/** Bytes of the header up to and including the message length. */
const lengthEnd = 6;
/** Version 1.0.1, which every reader accepts. */
const sentVersion = 1;
const acceptedVersions: readonly number[] = [1, 2];

/** Maximum length of a received message, including its header. */
export const maxMessageBytes = 256 * 1024;

/** Splits received bytes into frames. TCP may have split or merged them anywhere. */
export function splitFrames(received: Buffer): FrameSplit {
  const frames: LlrpFrame[] = [];
  let start = 0;
  while (received.length - start >= lengthEnd) {
    const head = received.readUInt16BE(start);
    const length = received.readUInt32BE(start + 2);
    const failure = errorOf(head, length);
    if (failure !== null) return { frames, rest: Buffer.alloc(0), failure };
    if (received.length - start < length) break;
    const id = received.readUInt32BE(start + lengthEnd);
    frames.push({ type: head & 0x3ff, id, body: received.subarray(start + headerBytes, start + length) });
    start += length;
  }
  return { frames, rest: received.subarray(start), failure: null };
}

/** The bytes of a frame. */
export function encodeFrame({ type, id, body }: LlrpFrame): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE((sentVersion << 10) | type, 0);
  header.writeUInt32BE(headerBytes + body.length, 2);
  header.writeUInt32BE(id, lengthEnd);
  return Buffer.concat([header, body]);
}

function errorOf(head: number, length: number): string | null {
  const version = (head >> 10) & 0x7;
  if (head >> 13 !== 0 || !acceptedVersions.includes(version)) return "The host does not speak LLRP.";
  if (length < headerBytes) return "The reader sent an LLRP message with an invalid length.";
  if (length > maxMessageBytes) return `The reader sent an LLRP message of more than ${maxMessageBytes} bytes.`;
  return null;
}
