import {
  type LlrpParameter,
  parseParameters,
  tlv,
  tv,
  parameterTypes as types,
  u8,
  u16,
  u64,
} from "./llrp-parameter.ts";

/** A time of a reader in microseconds: UTC, or since its start if it has no clock. */
export interface ReaderTime {
  readonly clock: "utc" | "uptime";
  readonly micros: bigint;
}

export interface TagReport {
  /** Upper-case hexadecimal. */
  readonly epc: string;
  readonly antenna: number | null;
  /** dBm */
  readonly peakRssi: number | null;
  readonly firstSeen: ReaderTime | null;
  readonly lastSeen: ReaderTime | null;
  readonly seenCount: number | null;
}

const epc96Digits = 24;

/** A tag from the value of a TagReportData parameter; undefined if it is malformed. */
export function parseTagReport(value: Buffer): TagReport | undefined {
  const parameters = parseParameters(value);
  const epc = parameters && epcIn(parameters);
  if (parameters === undefined || epc === undefined) return undefined;
  return {
    epc,
    antenna: find(parameters, types.antennaId)?.readUInt16BE() ?? null,
    peakRssi: find(parameters, types.peakRssi)?.readInt8() ?? null,
    firstSeen: timeIn(parameters, types.firstSeenUtc, types.firstSeenUptime),
    lastSeen: timeIn(parameters, types.lastSeenUtc, types.lastSeenUptime),
    seenCount: find(parameters, types.tagSeenCount)?.readUInt16BE() ?? null,
  };
}

/** The bytes of a TagReportData parameter. */
export function encodeTagReport({ epc, antenna, peakRssi, firstSeen, lastSeen, seenCount }: TagReport): Buffer {
  const bytes = Buffer.from(epc, "hex");
  const time = (at: ReaderTime | null, utc: number, uptime: number) =>
    at === null ? [] : [tv(at.clock === "utc" ? utc : uptime, u64(at.micros))];
  return tlv(
    types.tagReportData,
    epc.length === epc96Digits ? tv(types.epc96, bytes) : tlv(types.epcData, u16(bytes.length * 8), bytes),
    ...(antenna === null ? [] : [tv(types.antennaId, u16(antenna))]),
    ...(peakRssi === null ? [] : [tv(types.peakRssi, u8(peakRssi))]),
    ...time(firstSeen, types.firstSeenUtc, types.firstSeenUptime),
    ...time(lastSeen, types.lastSeenUtc, types.lastSeenUptime),
    ...(seenCount === null ? [] : [tv(types.tagSeenCount, u16(seenCount))]),
  );
}

/** A time from the UTC or the uptime parameter; null if there is neither or its value is too short. */
export function timeIn(parameters: readonly LlrpParameter[], utc: number, uptime: number): ReaderTime | null {
  for (const [clock, type] of [["utc", utc] as const, ["uptime", uptime] as const]) {
    const value = find(parameters, type);
    if (value !== undefined && value.length >= 8) return { clock, micros: value.readBigUInt64BE() };
  }
  return null;
}

/** The value of the first parameter of a type. */
export const find = (parameters: readonly LlrpParameter[], type: number): Buffer | undefined =>
  parameters.find((one) => one.type === type)?.value;

function epcIn(parameters: readonly LlrpParameter[]): string | undefined {
  const epc96 = find(parameters, types.epc96);
  if (epc96 !== undefined) return toHex(epc96);
  const data = find(parameters, types.epcData);
  if (data === undefined || data.length < 2) return undefined;
  const bytes = Math.ceil(data.readUInt16BE() / 8);
  return data.length - 2 < bytes ? undefined : toHex(data.subarray(2, 2 + bytes));
}

const toHex = (bytes: Buffer) => bytes.toString("hex").toUpperCase();
