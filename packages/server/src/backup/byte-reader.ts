/** Reads exact numbers of bytes from a stream of chunks. */
export interface ByteReader {
  /** Reads `length` bytes; fewer only at the end of the stream. */
  read(length: number): Promise<Buffer>;
  /** Reads up to and without a line feed; undefined if there is none within `maxLength` bytes. */
  readLine(maxLength: number): Promise<string | undefined>;
}

const lineFeed = 10;

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** Loads the next chunk; false at the end. */
  async function fill(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    rest = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    return true;
  }

  function take(length: number): Buffer {
    const part = rest.subarray(0, length);
    rest = rest.subarray(part.length);
    return part;
  }

  async function read(length: number): Promise<Buffer> {
    const parts = [];
    for (let missing = length; missing > 0; ) {
      if (rest.length === 0 && !(await fill())) break;
      const part = take(missing);
      missing -= part.length;
      parts.push(part);
    }
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }

  async function readLine(maxLength: number): Promise<string | undefined> {
    const parts = [];
    for (let length = 0; length <= maxLength; ) {
      if (rest.length === 0 && !(await fill())) return undefined;
      const end = rest.indexOf(lineFeed);
      const part = take(end === -1 ? rest.length : end + 1);
      length += part.length;
      parts.push(part);
      if (end !== -1) return length > maxLength + 1 ? undefined : Buffer.concat(parts).toString("utf8").slice(0, -1);
    }
    return undefined;
  }

  return { read, readLine };
}
