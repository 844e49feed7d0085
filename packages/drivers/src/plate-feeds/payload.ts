import type { Payload } from "./feed.ts";
import { isPicture } from "./images.ts";
import { isKeepAliveWord } from "./keep-alive.ts";
import { beginsWithBoundary, type Part, partsOf } from "./multipart.ts";
import { isObject } from "./payload-values.ts";
import { readXml } from "./xml.ts";

type Tree = Record<string, unknown>;

/** One assignment on a line of its own: `Events[0].TrafficCar.PlateNumber=MH01AB1234`. */
const assignment = /^([\w.[\]-]{1,200})\s?=(.*)$/;
const maxLines = 5_000;
const maxSteps = 32;
const maxPosition = 999;

/** Whether a text starts with an assignment to a member of an object or list, as Dahua writes its events. */
const beginsAsAssignments = (text: string): boolean => /^\s*\w{1,100}(?:\[\d{1,3}\]|\.)[\w.[\]-]{1,200}\s?=/.test(text);

/** The assignments of a text as one object; lines without an assignment are left out. */
function readAssignments(text: string): Tree {
  const tree: Tree = {};
  for (const line of text.split("\n", maxLines)) {
    const [, path, value = ""] = assignment.exec(line.trim()) ?? [];
    if (path !== undefined) assign(tree, path.match(/[^.[\]]+/g) ?? [], value.trim());
  }
  return tree;
}

function assign(tree: Tree, steps: readonly string[], value: string): void {
  if (steps.length > maxSteps || steps.includes("__proto__")) return;
  let here: Tree | unknown[] = tree;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const inner: unknown = next === undefined ? value : /^\d+$/.test(next) ? [] : {};
    if (Array.isArray(here) && !(Number(step) <= maxPosition)) return;
    const member = Array.isArray(here) ? Number(step) : step;
    const target = here as Tree;
    const known: unknown = Object.hasOwn(target, member) ? target[member] : undefined;
    if (next === undefined || known === undefined) target[member] = inner;
    const entered = target[member];
    if (!isObject(entered) && !Array.isArray(entered)) return;
    here = entered as Tree | unknown[];
  }
}

/** `Code=TrafficJunction;action=Pulse;index=0;data={…}` as JSON; undefined for any other text. */
function toEventJson(text: string): string | undefined {
  const [head, code, action] = /^\s*Code=(\w{1,100});action=(\w{1,40})(?:;index=\d{1,9})?(?:;data=)?/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const data = text.slice(head.length).trim();
  return `{"Code":"${code}","Action":"${action}"${data.startsWith("{") ? `,"Data":${data}` : ""}}`;
}

/** A parsed body, or why it could not be parsed. */
export type ParsedPayload =
  | { readonly ok: true; readonly payload: Payload }
  | { readonly ok: false; readonly detail: string };

const maxTextBytes = 4 * 1024 * 1024;
const maxDepth = 64;

/** Parses a push: JSON, XML, a form, or a multipart body of those and images. */
export function parsePayload(request: {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The path behind the device's ingest address. */
  readonly path: string;
  /** The headers in lower case, without credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The site's time zone, for times without an offset. */
  readonly timeZone?: string;
  /** Time of receipt, for times in an hour that occurs twice. */
  readonly receivedAt?: Date;
}): ParsedPayload {
  const { contentType, path, headers = {}, timeZone, receivedAt } = request;
  const body = Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength);
  const parts = isMultipart(body, contentType) ? partsOf(body, contentType) : undefined;
  if (parts?.ok === false) return parts;
  const whole: Part = { field: "", name: "", contentType: contentType.toLowerCase(), bytes: body };
  const main = parts ? parts.parts.find(isText) : whole;
  const read = main ? readText(main) : nothing;
  if (!read.ok) return read;
  const files = (parts?.parts ?? []).filter((part) => part !== main && !isText(part) && isFile(part));
  const others = (parts?.parts ?? []).filter((part) => part !== main && isText(part)).map(readText);
  const otherTexts = others.map((other) => other.ok && (other.json ?? other.xml));
  const { text, json, xml } = read;
  const form = parts
    ? fieldsOf(parts.parts.filter((part) => part !== main && !isText(part) && !isFile(part)))
    : read.form;
  return {
    ok: true,
    payload: {
      contentType,
      path,
      headers,
      text,
      json,
      xml,
      ...(form !== undefined && { form }),
      ...(otherTexts.length > 0 && { otherTexts }),
      files: files.map(({ field, name, bytes }) => ({ field, name, bytes })),
      ...(timeZone !== undefined && { timeZone }),
      ...(receivedAt !== undefined && { receivedAt }),
    },
  };
}

type Read =
  | { readonly ok: true; readonly text: string; readonly json?: unknown; readonly xml?: unknown; readonly form?: Form }
  | { readonly ok: false; readonly detail: string };
type Form = Readonly<Record<string, string>>;
const nothing: Read = { ok: true, text: "" };

// JSON and XML start with one of these; the preamble of a multipart body does not.
const beginsAsText = (bytes: Buffer) => /^(\u00ef\u00bb\u00bf)?\s*[{[<]/.test(bytes.subarray(0, 64).toString("latin1"));

/** By the first characters, else by the content type. */
function isMultipart(body: Buffer, contentType: string): boolean {
  if (beginsAsText(body)) return false;
  return contentType.trim().toLowerCase().startsWith("multipart/") || beginsWithBoundary(body);
}

const pictureName = /\.(jpe?g|png|bmp|gif|webp)$/i;
const textName = /\.(json|xml)$/i;

/** By content type or name, else by the first character, because many devices send no type. */
function isText({ field, name, contentType, bytes }: Part): boolean {
  if (contentType.startsWith("image/") || pictureName.test(name) || pictureName.test(field)) return false;
  if (/\b(json|xml)\b/.test(contentType) || textName.test(name)) return true;
  return (
    beginsAsText(bytes) || (contentType.startsWith("text/") && beginsAsAssignments(bytes.toString("latin1", 0, 400)))
  );
}

/** Form fields are not files, unless they contain a picture. */
const isFile = ({ name, contentType, bytes }: Part) => contentType !== "" || name.includes(".") || isPicture(bytes);

function readText(part: Part): Read {
  if (part.bytes.length === 0) return nothing;
  if (part.bytes.length > maxTextBytes) return { ok: false, detail: "The text is larger than 4 MB." };
  const text = decodeText(part);
  if (text === undefined) return { ok: false, detail: "The character set of the body is unknown." };
  const first = text.trimStart()[0];
  if (first === "<") {
    const read = readXml(text);
    return read.ok ? { ok: true, text, xml: read.xml } : read;
  }
  if (first === "{" || first === "[") return readJson(text);
  const event = toEventJson(text);
  if (event !== undefined) return readJson(event);
  if (beginsAsAssignments(text)) return { ok: true, text, json: readAssignments(text) };
  if (isKeepAliveWord(text)) return { ok: true, text };
  if (isForm(part.contentType, text)) return { ok: true, text, form: toForm([...new URLSearchParams(text)]) };
  return { ok: false, detail: "The body is neither JSON, XML nor a form." };
}

const isForm = (contentType: string, text: string) =>
  contentType.startsWith("application/x-www-form-urlencoded") || /^[\w.%-]{1,100}=/.test(text);

const maxFormFields = 500;

/** The first value of each name. */
const toForm = (fields: readonly (readonly [string, string])[]): Form =>
  Object.fromEntries(fields.slice(0, maxFormFields).toReversed());

/** The plain fields of a multipart body; undefined if it has none. */
function fieldsOf(parts: readonly Part[]): Form | undefined {
  const fields = parts.filter(({ name, bytes }) => name !== "" && bytes.length <= maxTextBytes);
  return fields.length === 0 ? undefined : toForm(fields.map((part) => [part.name, decodeText(part) ?? ""] as const));
}

function readJson(text: string): Read {
  if (depthOf(text) > maxDepth) return { ok: false, detail: `The JSON is nested more than ${maxDepth} levels deep.` };
  try {
    return { ok: true, text, json: JSON.parse(text) };
  } catch {
    return { ok: false, detail: "The JSON is malformed or truncated." };
  }
}

const quote = 0x22;
const backslash = 0x5c;
/** Brackets and braces differ in one bit. */
const opening = 0x5b;
const closing = 0x5d;
const braceBit = 0x20;

/** The nesting depth of brackets outside strings, counted without recursion because the input is untrusted. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) isInText = !isInText;
    else if (isInText) at += code === backslash ? 1 : 0;
    else if ((code & ~braceBit) === opening) deepest = Math.max(deepest, ++depth);
    else if ((code & ~braceBit) === closing) depth -= 1;
  }
  return deepest;
}

const utf8 = new TextDecoder();

/** Invalid bytes become replacement characters, which plates must not contain; in other texts they do no harm. */
function decodeText({ contentType, bytes }: Part): string | undefined {
  const named = /;\s*charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType)?.[1] ?? declaredCharset(bytes) ?? "utf-8";
  const charset = bomCharset(bytes) ?? named;
  if (charset === "utf-8") return utf8.decode(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The character set of the byte order mark. */
function bomCharset(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** The character set of the XML declaration. */
function declaredCharset(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 200).toString("latin1");
  return /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]{1,40})/.exec(head)?.[1];
}
