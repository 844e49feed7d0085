/** One part of a multipart body. */
export interface Part {
  /** The name of its form field, or empty. */
  readonly field: string;
  /** The file name, else the field name, else empty. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The parts of a body, or why it can't be parsed. */
export type Parts =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly detail: string };

const maxParts = 20;
const maxHeadBytes = 8 * 1024;
const addError = (detail: string): Parts => ({ ok: false, detail });

/** Parses a multipart body, form-data or mixed, with CRLF or LF line ends. */
export function partsOf(body: Buffer, contentType: string): Parts {
  const boundary = boundaryNamed(contentType) ?? boundaryAtStart(body);
  if (boundary === undefined) return addError("The multipart body does not name its boundary.");
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  const parts: Part[] = [];
  let start = delimiterAfter(body, delimiter, 0);
  if (start === undefined) return addError("The multipart body does not contain its boundary.");
  while (!isLast(body, start.end)) {
    if (parts.length === maxParts) return addError(`The multipart body has more than ${maxParts} parts.`);
    const next = delimiterAfter(body, delimiter, start.end);
    if (next === undefined) return addError("The multipart body ends before its last boundary: it is truncated.");
    const part = partIn(body.subarray(start.end, next.start));
    if (part === undefined) return addError("A part of the multipart body has no end of its headers.");
    parts.push(part);
    start = next;
  }
  return { ok: true, parts };
}

function boundaryNamed(contentType: string): string | undefined {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/** The boundary in the first line of the body, for devices that don't declare it. */
const boundaryAtStart = (body: Buffer) =>
  /^\s*--([^\r\n]{1,200})\r?\n/.exec(body.subarray(0, 300).toString("latin1"))?.[1]?.trimEnd() || undefined;

/** Whether a body starts like a multipart body. */
export const beginsWithBoundary = (body: Buffer): boolean => boundaryAtStart(body) !== undefined;

/** The position of the next delimiter at the start of a line, including the line break before it. */
function delimiterAfter(body: Buffer, delimiter: Buffer, from: number): { start: number; end: number } | undefined {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue;
    const end = at + delimiter.length;
    const follows = body[end];
    // Another boundary may start with the same characters.
    if (follows !== 0x0d && follows !== 0x0a && follows !== 0x2d && follows !== 0x20) continue;
    const start = body[at - 2] === 0x0d ? at - 2 : at - 1;
    return { start: Math.max(from, start), end };
  }
  return undefined;
}

const isLast = (body: Buffer, end: number) => body[end] === 0x2d && body[end + 1] === 0x2d;

function partIn(bytes: Buffer): Part | undefined {
  // The part starts with the line break of the delimiter; without headers the empty line follows directly.
  const head = bytes.subarray(0, maxHeadBytes).toString("latin1");
  const end = /\r?\n\r?\n/.exec(head);
  if (end === null) return undefined;
  const headers = Buffer.from(head.slice(0, end.index), "latin1").toString("utf8");
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1] ?? "";
  const contentType = /^content-type:\s*([^\r\n]*)/im.exec(headers)?.[1] ?? "";
  const field = parameter(disposition, "name") ?? "";
  return {
    field,
    name: parameter(disposition, "filename") ?? field,
    contentType: contentType.trim().toLowerCase(),
    bytes: bytes.subarray(end.index + end[0].length),
  };
}

function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]{0,200})"|([^\\s;"]{1,200}))`, "i").exec(header);
  return found?.[1] ?? found?.[2];
}
