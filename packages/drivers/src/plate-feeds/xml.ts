import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#text",
  removeNSPrefix: true,
  // Plates and ids are texts, however much they look like numbers.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 32,
  tagValueProcessor: (_, value) => withoutReferences(value),
  attributeValueProcessor: (_, value) => withoutReferences(value),
});

// The largest message of any device has a few hundred tags; the parser's time grows with each, and with each attribute.
const most = { tags: 5_000, references: 5_000, attributes: 20_000 };
const longTag = /<[^<>]{16000}/;

/** XML as plain values, or why it is none. Doctypes are refused: with them a document can define what it expands to. */
export function readXml(text: string): { ok: true; xml: unknown } | { ok: false; detail: string } {
  if (/<!\s*(doctype|entity|element|attlist|notation)/i.test(text))
    return { ok: false, detail: "The XML has a doctype or entities of its own, which are never taken." };
  if (hasMoreThan(most.tags, "<", text) || hasMoreThan(most.references, "&", text) || longTag.test(text))
    return { ok: false, detail: `The XML has more than ${most.tags} tags, or tags that are too long.` };
  if (hasMoreThan(most.attributes, "=", text))
    return { ok: false, detail: `The XML has more than ${most.attributes} attributes.` };
  try {
    return { ok: true, xml: parser.parse(text, true) };
  } catch {
    return { ok: false, detail: "The XML is not well formed, is cut off or is nested too deeply." };
  }
}

function hasMoreThan(count: number, sign: string, text: string): boolean {
  let found = 0;
  for (let at = text.indexOf(sign); at >= 0 && found <= count; at = text.indexOf(sign, at + 1)) found += 1;
  return found > count;
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five references that every XML knows, and characters by their number. */
function withoutReferences(value: string): string {
  return value.replaceAll(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return characters[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
