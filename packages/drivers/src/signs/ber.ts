/** An element of BER, the encoding of SNMP: a tag and its content. */
export interface BerElement {
  readonly tag: number;
  readonly content: Buffer;
}

const longForm = 0x80;
const maxLengthBytes = 4;
const maxOidParts = 128;

export function encodeElement(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

function encodeLength(length: number): Buffer {
  if (length < longForm) return Buffer.from([length]);
  const bytes = toBase256(length);
  return Buffer.from([longForm | bytes.length, ...bytes]);
}

function toBase256(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes.length === 0 ? [0] : bytes;
}

/** Encodes the content of an integer, in two's complement with as few bytes as possible. */
export function encodeInteger(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.unshift(((rest % 256) + 256) % 256);
    rest = Math.floor(rest / 256);
  } while (!isSignExtension(rest, bytes[0] ?? 0));
  return Buffer.from(bytes);
}

const isSignExtension = (rest: number, first: number) => (rest === 0 && first < 0x80) || (rest === -1 && first >= 0x80);

/** Parses the content of an integer; undefined if it has no or too many bytes. */
export function parseInteger(content: Buffer): number | undefined {
  return content.length >= 1 && content.length <= 6 ? content.readIntBE(0, content.length) : undefined;
}

/** Parses the content of an unsigned number. Some agents send its highest bit without a leading zero. */
export function parseUnsigned(content: Buffer): number | undefined {
  return content.length >= 1 && content.length <= 6 ? content.readUIntBE(0, content.length) : undefined;
}

/** Encodes the content of an object identifier such as `1.3.6.1`. */
export function encodeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split(".").map(Number);
  return Buffer.from([first * 40 + second, ...rest].flatMap(toBase128));
}

function toBase128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return bytes;
}

/** Parses the content of an object identifier; undefined if it is invalid. */
export function parseOid(content: Buffer): string | undefined {
  const parts: number[] = [];
  let part = 0;
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f);
    if (part > 0xffffffff || parts.length > maxOidParts) return undefined;
    if (byte & 0x80) continue;
    parts.push(part);
    part = 0;
  }
  const [start, ...rest] = parts;
  if (start === undefined || (content.at(-1) ?? 0) & 0x80) return undefined;
  const first = Math.min(2, Math.floor(start / 40));
  return [first, start - first * 40, ...rest].join(".");
}

/** Splits bytes into elements; undefined if one is incomplete or has an unusual length. */
export function parseElements(bytes: Buffer): BerElement[] | undefined {
  const elements: BerElement[] = [];
  let offset = 0;
  while (offset < bytes.length) {
    const tag = bytes.readUInt8(offset);
    const length = parseLength(bytes, offset + 1);
    if (length === undefined || length.contentStart + length.value > bytes.length) return undefined;
    const end = length.contentStart + length.value;
    elements.push({ tag, content: bytes.subarray(length.contentStart, end) });
    offset = end;
  }
  return elements;
}

function parseLength(bytes: Buffer, offset: number): { value: number; contentStart: number } | undefined {
  const first = bytes[offset];
  if (first === undefined) return undefined;
  if (first < longForm) return { value: first, contentStart: offset + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > maxLengthBytes || offset + 1 + count > bytes.length) return undefined;
  return { value: bytes.readUIntBE(offset + 1, count), contentStart: offset + 1 + count };
}
