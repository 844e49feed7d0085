import {
  type BerElement,
  encodeElement,
  encodeInteger,
  encodeOid,
  parseElements,
  parseInteger,
  parseOid,
  parseUnsigned,
} from "./ber.ts";

const integerTag = 0x02;
const octetsTag = 0x04;
const nullTag = 0x05;
const oidTag = 0x06;
const sequenceTag = 0x30;
const timeTicksTag = 0x43;
/** Counter, gauge and time ticks. */
const unsignedTags: ReadonlySet<number> = new Set([0x41, 0x42, timeTicksTag]);
const noSuchObjectTag = 0x80;
const noSuchInstanceTag = 0x81;
const endOfViewTag = 0x82;

/** The versions with community strings, by their number in a message. */
const versionNumbers = { v1: 0, v2c: 1 } as const;

export type SnmpVersion = keyof typeof versionNumbers;

const pduTags = { get: 0xa0, getNext: 0xa1, response: 0xa2, set: 0xa3 } as const;

export type SnmpPdu = keyof typeof pduTags;

/** The value of an object. `missing`, `endOfView`: SNMPv2c, the agent has no such object. `other`: a type that signs don't need. */
export type SnmpValue =
  | { readonly type: "integer"; readonly value: number }
  | { readonly type: "octets"; readonly value: Buffer }
  | { readonly type: "timeTicks"; readonly value: number }
  | { readonly type: "null" }
  | { readonly type: "missing" }
  | { readonly type: "endOfView" }
  | { readonly type: "other" };

/** An object and its value. */
export interface SnmpBinding {
  readonly oid: string;
  readonly value: SnmpValue;
}

/** A message of SNMPv1 or SNMPv2c. */
export interface SnmpMessage {
  readonly version: SnmpVersion;
  readonly community: string;
  readonly pdu: SnmpPdu;
  readonly requestId: number;
  /** 0 if there is no error. */
  readonly errorStatus: number;
  /** The binding with the error, from 1; 0 if the error concerns none of them. */
  readonly errorIndex: number;
  readonly bindings: readonly SnmpBinding[];
}

export const snmpInteger = (value: number): SnmpValue => ({ type: "integer", value });

/** An octet string. */
export const snmpOctets = (value: Buffer): SnmpValue => ({ type: "octets", value });

export function encodeSnmpMessage(message: SnmpMessage): Buffer {
  const { version, community, pdu, requestId, errorStatus, errorIndex, bindings } = message;
  const list = bindings.map(({ oid, value }) =>
    encodeElement(sequenceTag, encodeElement(oidTag, encodeOid(oid)), encodeValue(value)),
  );
  return encodeElement(
    sequenceTag,
    encodeElement(integerTag, encodeInteger(versionNumbers[version])),
    encodeElement(octetsTag, Buffer.from(community, "utf8")),
    encodeElement(
      pduTags[pdu],
      ...[requestId, errorStatus, errorIndex].map((number) => encodeElement(integerTag, encodeInteger(number))),
      encodeElement(sequenceTag, ...list),
    ),
  );
}

function encodeValue(value: SnmpValue): Buffer {
  switch (value.type) {
    case "integer":
      return encodeElement(integerTag, encodeInteger(value.value));
    case "octets":
      return encodeElement(octetsTag, value.value);
    case "timeTicks":
      return encodeElement(timeTicksTag, encodeInteger(value.value));
    case "missing":
      return encodeElement(noSuchObjectTag);
    case "endOfView":
      return encodeElement(endOfViewTag);
    case "null":
    case "other":
      return encodeElement(nullTag);
  }
}

/** Parses a message; undefined if the bytes are not one complete message of a known version and kind. */
export function parseSnmpMessage(bytes: Uint8Array): SnmpMessage | undefined {
  const [whole, ...more] = parseElements(Buffer.from(bytes)) ?? [];
  if (whole?.tag !== sequenceTag || more.length > 0) return undefined;
  const [version, community, pdu] = parseElements(whole.content) ?? [];
  if (version?.tag !== integerTag || community?.tag !== octetsTag || !pdu) return undefined;
  const knownVersion = findKey(versionNumbers, parseInteger(version.content));
  const kind = findKey(pduTags, pdu.tag);
  const content = parsePdu(pdu.content);
  if (!knownVersion || !kind || !content) return undefined;
  return { version: knownVersion, community: community.content.toString("utf8"), pdu: kind, ...content };
}

type PduContent = Omit<SnmpMessage, "version" | "community" | "pdu">;

function parsePdu(bytes: Buffer): PduContent | undefined {
  const [id, status, index, list] = parseElements(bytes) ?? [];
  const [requestId, errorStatus, errorIndex] = [id, status, index].map(integerIn);
  if (requestId === undefined || errorStatus === undefined || errorIndex === undefined) return undefined;
  if (list?.tag !== sequenceTag) return undefined;
  const bindings = parseElements(list.content)?.map(parseBinding);
  if (!bindings?.every((binding) => binding !== undefined)) return undefined;
  return { requestId, errorStatus, errorIndex, bindings };
}

const integerIn = (element: BerElement | undefined) =>
  element?.tag === integerTag ? parseInteger(element.content) : undefined;

function parseBinding({ tag, content }: BerElement): SnmpBinding | undefined {
  const [name, value] = parseElements(content) ?? [];
  if (tag !== sequenceTag || name?.tag !== oidTag || !value) return undefined;
  const oid = parseOid(name.content);
  return oid === undefined ? undefined : { oid, value: parseValue(value) };
}

function parseValue({ tag, content }: BerElement): SnmpValue {
  if (tag === octetsTag) return { type: "octets", value: content };
  if (tag === nullTag) return { type: "null" };
  if (tag === noSuchObjectTag || tag === noSuchInstanceTag) return { type: "missing" };
  if (tag === endOfViewTag) return { type: "endOfView" };
  const number =
    tag === integerTag ? parseInteger(content) : unsignedTags.has(tag) ? parseUnsigned(content) : undefined;
  if (number === undefined) return { type: "other" };
  return { type: tag === timeTicksTag ? "timeTicks" : "integer", value: number };
}

function findKey<Key extends string>(table: Readonly<Record<Key, number>>, wanted: number | undefined) {
  return (Object.keys(table) as Key[]).find((key) => table[key] === wanted);
}
