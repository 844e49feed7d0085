import fc from "fast-check";
import { partsOf } from "../../src/plate-feeds/multipart.ts";
import { jpeg, multipart, type Pushed } from "./received.ts";

/** A changed push, and the value that was put into it, if any. */
export interface Mutation {
  readonly pushed: Pushed;
  readonly replacement?: unknown;
}

const removed = Symbol("removed");

/** Values that no field expects. */
const wrongValues = fc.oneof(
  fc.constantFrom<unknown>(
    removed,
    null,
    "",
    " ",
    true,
    0,
    -1,
    1e308,
    "NaN",
    "1e999",
    "--",
    "unknown",
    "\u0000",
    "\ud800",
    "\ufffd",
    [],
    {},
    [[[]]],
    { "#text": 1 },
    "x".repeat(5_000),
    "9".repeat(5_000),
    `MH01AB1234${"5".repeat(40)}`,
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

interface Replaced {
  readonly value: unknown;
  readonly replacement: unknown;
}

/** The value with one part of it, at any depth, replaced or removed. */
function withOneReplaced(value: unknown): fc.Arbitrary<Replaced> {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return wrongValues.map((replacement) => ({ value: replacement, replacement }));
  return fc.constantFrom(...Object.keys(value)).chain((key) => {
    const inner = (value as Record<string, unknown>)[key];
    const whole = wrongValues.map((replacement) => ({ value: replacement, replacement }));
    return fc.oneof({ weight: 1, arbitrary: whole }, { weight: 3, arbitrary: withOneReplaced(inner) }).map((part) => ({
      value: put(value, key, part.value),
      replacement: part.replacement,
    }));
  });
}

function put(value: object, key: string, part: unknown): unknown {
  if (Array.isArray(value)) return part === removed ? value.toSpliced(Number(key), 1) : value.with(Number(key), part);
  const { [key]: _, ...rest } = value as Record<string, unknown>;
  return part === removed ? rest : { ...rest, [key]: part };
}

const escapeXml = (text: string) =>
  text.replaceAll(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll("\u0000", "");

/** XML with one text or attribute replaced, or one element removed. */
function mutateXml(xml: string): fc.Arbitrary<{ text: string; replacement: unknown }> {
  const values = [...xml.matchAll(/(?<=>)[^<>]*[^<>\s][^<>]*(?=<\/)|(?<==")[^"]*(?=")/g)];
  const elements = [...xml.matchAll(/<([\w:]+)(?:\s[^<>]*)?>[^<>]*<\/\1>/g)];
  const texts = fc.oneof(
    fc.constantFrom("", " ", "NaN", "--", "unknown", "-1", "1e999", "x".repeat(5_000), "9".repeat(5_000), "\ufffd"),
    fc.string({ unit: "grapheme" }),
  );
  const replaced = fc.tuple(fc.constantFrom(...values), texts).map(([{ index, 0: found }, replacement]) => ({
    text: xml.slice(0, index) + escapeXml(replacement) + xml.slice(index + found.length),
    replacement,
  }));
  const cut = fc.constantFrom(...elements).map(({ index, 0: found }) => ({
    text: xml.slice(0, index) + xml.slice(index + found.length),
    replacement: undefined,
  }));
  return fc.oneof(replaced, cut);
}

function mutateText(text: string): fc.Arbitrary<{ text: string; replacement?: unknown }> {
  const changed = text.startsWith("<")
    ? mutateXml(text)
    : withOneReplaced(JSON.parse(text)).map(({ value, replacement }) => ({
        text: JSON.stringify(value === removed ? null : value),
        replacement: replacement === removed ? undefined : replacement,
      }));
  return fc.oneof({ weight: 4, arbitrary: changed }, { weight: 1, arbitrary: fc.constant({ text }) });
}

/** The text in ASCII, as a device with a small character set sends it. */
export const toAscii = (text: string, substitute = "?") => text.replaceAll(/[^\t\n\r -~]/gu, substitute);

const encodings: readonly ((text: string) => { body: Buffer; charset: string })[] = [
  (text) => ({ body: Buffer.from(text), charset: "" }),
  (text) => ({ body: Buffer.from(`\ufeff${text}`), charset: "" }),
  (text) => ({ body: Buffer.from(`\ufeff${text}`, "utf16le"), charset: "" }),
  (text) => ({ body: Buffer.from(`\ufeff${text}`, "utf16le").swap16(), charset: "" }),
  (text) => ({ body: Buffer.from(toAscii(text)), charset: "; charset=iso-8859-1" }),
  // Labelled wrong: é in Latin-1 is no UTF-8.
  (text) => ({ body: Buffer.from(toAscii(text, "é"), "latin1"), charset: "; charset=utf-8" }),
  (text) => ({ body: Buffer.from(text), charset: "; charset=no-such-charset" }),
];

const picture = { name: "picture", type: "image/jpeg", bytes: jpeg };

/** A sample with a missing, empty, wrong, huge or unstorable value, in another encoding, or with other parts. */
export function mutationsOf(pushed: Pushed): fc.Arbitrary<Mutation> {
  const { contentType = "" } = pushed;
  const parts = contentType.startsWith("multipart/") ? partsOf(Buffer.from(pushed.body), contentType) : undefined;
  if (parts?.ok) {
    const named = parts.parts.map(({ field, name, contentType: type, bytes }) => ({
      name: field,
      file: name,
      type,
      bytes,
    }));
    const main = named.find(({ bytes }) => /^\s*[{<]/.test(bytes.toString("latin1", 0, 20)));
    if (!main) throw new Error("the sample has no text");
    return fc
      .tuple(mutateText(main.bytes.toString()), fc.shuffledSubarray(named), fc.constantFrom("", "x", main.type))
      .map(([{ text, replacement }, chosen, type]) => ({
        pushed: multipart(chosen.map((part) => (part === main ? { ...part, type, bytes: text } : part))),
        replacement,
      }));
  }
  return fc
    .tuple(mutateText(Buffer.from(pushed.body).toString()), fc.constantFrom(...encodings), fc.nat(5))
    .map(([{ text, replacement }, encode, form]) => {
      const { body, charset } = encode(text);
      const main = { name: "event", type: `application/json${charset}`, bytes: body };
      if (form === 0) return { pushed: { ...pushed, ...multipart([picture, main]) }, replacement };
      if (form === 1) return { pushed: { ...pushed, ...multipart([main, picture, picture]) }, replacement };
      return { pushed: { ...pushed, body, contentType: `${contentType}${charset}` }, replacement };
    });
}
