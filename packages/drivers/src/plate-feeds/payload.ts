import type { Payload } from "./feed.ts";
import { beginsWithBoundary, type Part, partsOf } from "./multipart.ts";
import { readXml } from "./xml.ts";

/** What a body was taken apart into, or one sentence why it could not be. */
export type ParsedPayload =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly detail: string };

const mostTextBytes = 4 * 1024 * 1024;
const deepest = 64;

/** INT-3: takes apart what arrived at the ingest address: JSON, XML, or a multipart body of those and pictures. */
export function parsePayload(request: {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The path behind the device's ingest address. */
  readonly path: string;
  /** The site's zone, for clocks that tell no offset. */
  readonly timeZone?: string;
  /** When it arrived: a clock without an offset shows an hour twice in autumn. */
  readonly receivedAt?: Date;
}): ParsedPayload {
  const { contentType, path, timeZone, receivedAt } = request;
  const body = Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength);
  const parts = isMultipart(body, contentType) ? partsOf(body, contentType) : undefined;
  if (parts?.ok === false) return parts;
  const whole: Part = { name: "", contentType: contentType.toLowerCase(), bytes: body };
  const main = parts ? parts.parts.find(isText) : whole;
  const read = main ? readText(main) : nothing;
  if (!read.ok) return read;
  const files = (parts?.parts ?? []).filter((part) => part !== main && !isText(part) && isFile(part));
  const { text, json, xml } = read;
  return {
    ok: true,
    payload: {
      contentType,
      path,
      text,
      json,
      xml,
      files: files.map(({ name, bytes }) => ({ name, bytes })),
      ...(timeZone !== undefined && { timeZone }),
      ...(receivedAt !== undefined && { receivedAt }),
    },
  };
}

type Read =
  | { readonly ok: true; readonly text: string; readonly json?: unknown; readonly xml?: unknown }
  | { readonly ok: false; readonly detail: string };
const nothing: Read = { ok: true, text: "" };

// Texts begin with one of these, and no preamble of a multipart body does.
const beginsAsText = (bytes: Buffer) => /^(\u00ef\u00bb\u00bf)?\s*[{[<]/.test(bytes.subarray(0, 64).toString("latin1"));

/** By its first characters, whatever it is called; by its type where they say nothing. */
function isMultipart(body: Buffer, contentType: string): boolean {
  if (beginsAsText(body)) return false;
  return contentType.trim().toLowerCase().startsWith("multipart/") || beginsWithBoundary(body);
}

const pictureName = /\.(jpe?g|png|bmp|gif|webp)$/i;
const textName = /\.(json|xml)$/i;

/** By its type or name, else by its first character: many devices name no type at all. */
function isText({ name, contentType, bytes }: Part): boolean {
  if (contentType.startsWith("image/") || pictureName.test(name)) return false;
  if (/\b(json|xml)\b/.test(contentType) || textName.test(name)) return true;
  return beginsAsText(bytes);
}

/** Fields of a form are no files. */
const isFile = ({ name, contentType }: Part) => contentType !== "" || name.includes(".");

function readText(part: Part): Read {
  if (part.bytes.length === 0) return nothing;
  if (part.bytes.length > mostTextBytes) return { ok: false, detail: "The text is larger than 4 MB." };
  const text = decoded(part);
  if (text === undefined) return { ok: false, detail: "The body is in a character set that is not known." };
  const first = text.trimStart()[0];
  if (first === "<") {
    const read = readXml(text);
    return read.ok ? { ok: true, text, xml: read.xml } : read;
  }
  if (first === "{" || first === "[") return readJson(text);
  return { ok: false, detail: "The body is neither JSON nor XML." };
}

function readJson(text: string): Read {
  if (depthOf(text) > deepest) return { ok: false, detail: `The JSON is nested more than ${deepest} levels deep.` };
  try {
    return { ok: true, text, json: JSON.parse(text) };
  } catch {
    return { ok: false, detail: "The JSON is not well formed or is cut off." };
  }
}

const signs = { text: 0x22, escape: 0x5c, opening: new Set([0x5b, 0x7b]), closing: new Set([0x5d, 0x7d]) };

/** How deep the brackets go, those inside texts left out; character by character, because the text is anybody's. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === signs.text) isInText = !isInText;
    else if (isInText) at += code === signs.escape ? 1 : 0;
    else if (signs.opening.has(code)) most = Math.max(most, ++depth);
    else if (signs.closing.has(code)) depth -= 1;
  }
  return most;
}

/** Bytes that are no characters become a mark, which no plate may contain: a strange camera name spoils nothing. */
function decoded({ contentType, bytes }: Part): string | undefined {
  const named = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? declared(bytes) ?? "utf-8";
  try {
    return new TextDecoder(marked(bytes) ?? named).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The character set that the first bytes stand for. */
function marked(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** The character set that an XML declares. */
function declared(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 200).toString("latin1");
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]{1,40})/.exec(head)?.[1];
}
