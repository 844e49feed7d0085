import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  removeNSPrefix: true,
  // Plates and ids stay texts, even if they look like numbers.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 32,
  tagValueProcessor: (_, value) => resolveReferences(value),
  attributeValueProcessor: (_, value) => resolveReferences(value),
});

// Real messages have at most a few hundred tags; parsing time grows with tags and attributes.
const limits = { tags: 5_000, references: 5_000, attributes: 20_000 };
const longTag = /<[^<>]{16000}/;
// A value may contain ">". The parser collects it character by character.
const longAttribute = /<[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*?(?:"[^"<]{16000}|'[^'<]{16000})/;

/** Parses XML into plain values. Doctypes are rejected because of entity expansion attacks. */
export function readXml(text: string): { ok: true; xml: unknown } | { ok: false; detail: string } {
  if (/<!\s*(doctype|entity|element|attlist|notation)/i.test(text))
    return { ok: false, detail: "The XML has a doctype or entity declarations, which are not accepted." };
  if (hasMoreThan(limits.tags, "<", text) || hasMoreThan(limits.references, "&", text) || longTag.test(text))
    return { ok: false, detail: `The XML has more than ${limits.tags} tags, or tags that are too long.` };
  if (hasMoreThan(limits.attributes, "=", text))
    return { ok: false, detail: `The XML has more than ${limits.attributes} attributes.` };
  if (longAttribute.test(text)) return { ok: false, detail: "The XML has an attribute that is too long." };
  try {
    return { ok: true, xml: parser.parse(text, true) };
  } catch {
    return { ok: false, detail: "The XML is malformed, truncated or nested too deeply." };
  }
}

function hasMoreThan(count: number, sign: string, text: string): boolean {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0 && found <= count; at = text.indexOf(sign, at + 1)) found += 1;
  return found > count;
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Resolves the five predefined entities and numeric character references. */
function resolveReferences(value: string): string {
  return value.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return characters[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
