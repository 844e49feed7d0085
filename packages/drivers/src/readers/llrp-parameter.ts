/** Parameter types of LLRP 1.0.1 that this codec reads or writes. */
export const parameterTypes = {
  antennaId: 1,
  firstSeenUtc: 2,
  firstSeenUptime: 3,
  lastSeenUtc: 4,
  lastSeenUptime: 5,
  peakRssi: 6,
  tagSeenCount: 8,
  epc96: 13,
  utcTimestamp: 128,
  uptime: 129,
  roSpec: 177,
  roBoundarySpec: 178,
  roSpecStartTrigger: 179,
  roSpecStopTrigger: 182,
  aiSpec: 183,
  aiSpecStopTrigger: 184,
  inventoryParameterSpec: 186,
  keepaliveSpec: 220,
  eventsAndReports: 226,
  roReportSpec: 237,
  tagReportContentSelector: 238,
  tagReportData: 240,
  epcData: 241,
  readerEventNotificationData: 246,
  connectionAttemptEvent: 256,
  connectionCloseEvent: 257,
  llrpStatus: 287,
} as const;

/** One parameter: its type and the bytes after its header. */
export interface LlrpParameter {
  readonly type: number;
  readonly value: Buffer;
}

/** Value lengths of the TV-encoded parameters, which carry no length of their own. */
const tvBytes: Readonly<Record<number, number>> = {
  1: 2,
  2: 8,
  3: 8,
  4: 8,
  5: 8,
  6: 1,
  7: 2,
  8: 2,
  9: 4,
  10: 2,
  11: 2,
  12: 2,
  13: 12,
  14: 2,
  15: 2,
  16: 4,
  17: 2,
  18: 4,
  19: 2,
  20: 2,
};
const tlvHeaderBytes = 4;

/** The parameters in these bytes; undefined if a length is wrong. */
export function parseParameters(bytes: Buffer): readonly LlrpParameter[] | undefined {
  const parameters: LlrpParameter[] = [];
  let start = 0;
  while (start < bytes.length) {
    const first = bytes.readUInt8(start);
    if (first >= 0x80) {
      const type = first & 0x7f;
      const length = tvBytes[type];
      // The end of an unknown TV parameter can't be found, so the rest of its container is skipped.
      if (length === undefined) return parameters;
      const end = start + 1 + length;
      if (end > bytes.length) return undefined;
      parameters.push({ type, value: bytes.subarray(start + 1, end) });
      start = end;
      continue;
    }
    if (bytes.length - start < tlvHeaderBytes) return undefined;
    const length = bytes.readUInt16BE(start + 2);
    const end = start + length;
    if (length < tlvHeaderBytes || end > bytes.length) return undefined;
    parameters.push({ type: bytes.readUInt16BE(start) & 0x3ff, value: bytes.subarray(start + tlvHeaderBytes, end) });
    start = end;
  }
  return parameters;
}

/** The bytes of a parameter with a length. */
export function tlv(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  return Buffer.concat([u16(type), u16(tlvHeaderBytes + value.length), value]);
}

/** The bytes of a parameter whose length follows from its type. */
export const tv = (type: number, value: Uint8Array): Buffer => Buffer.concat([u8(0x80 | type), value]);

export const u8 = (value: number): Buffer => Buffer.of(value & 0xff);

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
