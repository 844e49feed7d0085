import { encodeFrame, type LlrpFrame } from "./llrp-frame.ts";
import {
  type LlrpParameter,
  parseParameters,
  tlv,
  parameterTypes as types,
  u8,
  u16,
  u32,
  u64,
} from "./llrp-parameter.ts";
import { encodeTagReport, find, parseTagReport, type ReaderTime, type TagReport, timeIn } from "./llrp-tag-report.ts";

const disabled = 0;
const allAntennas = 0;
const noTrigger = 0;
const epcGlobalClass1Gen2 = 1;
const afterEveryTags = 1;
/** AntennaID, PeakRSSI, FirstSeenTimestamp, LastSeenTimestamp and TagSeenCount. */
const reportedFields = 0x1000 | 0x0400 | 0x0200 | 0x0100 | 0x0080;

/** The bytes of an ROSpec that reads all antennas from START_ROSPEC on and reports every tag at once. */
function encodeRoSpec(roSpecId: number): Buffer {
  return tlv(
    types.roSpec,
    u32(roSpecId),
    u8(0),
    u8(disabled),
    tlv(
      types.roBoundarySpec,
      tlv(types.roSpecStartTrigger, u8(noTrigger)),
      tlv(types.roSpecStopTrigger, u8(noTrigger), u32(0)),
    ),
    tlv(
      types.aiSpec,
      u16(1),
      u16(allAntennas),
      tlv(types.aiSpecStopTrigger, u8(noTrigger), u32(0)),
      tlv(types.inventoryParameterSpec, u16(1), u8(epcGlobalClass1Gen2)),
    ),
    tlv(types.roReportSpec, u8(afterEveryTags), u16(1), tlv(types.tagReportContentSelector, u16(reportedFields))),
  );
}

const messageTypes = {
  "set-reader-config": 3,
  "close-connection": 14,
  "add-rospec": 20,
  "delete-rospec": 21,
  "start-rospec": 22,
  "enable-rospec": 24,
  "tag-report": 61,
  keepalive: 62,
  "reader-event": 63,
  "keepalive-ack": 72,
  error: 100,
} as const;

const responseTypes = {
  "close-connection": 4,
  "set-reader-config": 13,
  "add-rospec": 30,
  "delete-rospec": 31,
  "start-rospec": 32,
  "enable-rospec": 34,
} as const;

/** A request of the client to the reader. */
export type LlrpRequestKind = keyof typeof responseTypes;

/** LLRPStatus: 0 is success. */
export interface LlrpStatus {
  readonly code: number;
  readonly description: string;
}

export type LlrpContent =
  | {
      readonly kind: "reader-event";
      /** The reader's time when it sent the event. */
      readonly time: ReaderTime | null;
      /** Status of the connection attempt, 0 for success; null if the event is about something else. */
      readonly connection: number | null;
      readonly isClosing: boolean;
    }
  | { readonly kind: "set-reader-config"; readonly keepaliveMs: number | null }
  | {
      readonly kind: "add-rospec" | "delete-rospec" | "enable-rospec" | "start-rospec";
      readonly roSpecId: number;
    }
  | { readonly kind: "close-connection" | "keepalive" | "keepalive-ack" }
  | { readonly kind: "response"; readonly to: LlrpRequestKind; readonly status: LlrpStatus }
  | { readonly kind: "error"; readonly status: LlrpStatus }
  | { readonly kind: "tag-report"; readonly tags: readonly TagReport[] }
  /** A message that this codec does not use. */
  | { readonly kind: "other" };

const kindOf = new Map(Object.entries(messageTypes).map(([kind, type]) => [type as number, kind as MessageKind]));
const requestOf = new Map(Object.entries(responseTypes).map(([to, type]) => [type as number, to as LlrpRequestKind]));
type MessageKind = keyof typeof messageTypes;

const maxDescriptionBytes = 1000;
const periodic = 1;

/** The bytes of a message. */
export function encodeMessage(id: number, content: Exclude<LlrpContent, { kind: "other" }>): Buffer {
  const type = content.kind === "response" ? responseTypes[content.to] : messageTypes[content.kind];
  return encodeFrame({ type, id, body: bodyOf(content) });
}

/** The content of a frame; undefined if it is malformed. Unknown messages and parameters are skipped. */
export function parseMessage({ type, body }: LlrpFrame): LlrpContent | undefined {
  const to = requestOf.get(type);
  if (to !== undefined) {
    const status = statusIn(body);
    return status && { kind: "response", to, status };
  }
  const kind = kindOf.get(type);
  switch (kind) {
    case undefined:
      return { kind: "other" };
    case "error": {
      const status = statusIn(body);
      return status && { kind, status };
    }
    case "tag-report":
      return parseTags(body);
    case "reader-event":
      return parseReaderEvent(body);
    case "set-reader-config":
      return parseReaderConfig(body);
    case "add-rospec": {
      const roSpec = parseParameters(body)?.find((one) => one.type === types.roSpec)?.value;
      return roSpec && roSpec.length >= 4 ? { kind, roSpecId: roSpec.readUInt32BE() } : undefined;
    }
    case "delete-rospec":
    case "enable-rospec":
    case "start-rospec":
      return body.length >= 4 ? { kind, roSpecId: body.readUInt32BE() } : undefined;
    default:
      return { kind };
  }
}

function bodyOf(content: Exclude<LlrpContent, { kind: "other" }>): Buffer {
  switch (content.kind) {
    case "set-reader-config": {
      const { keepaliveMs } = content;
      const keepalive = keepaliveMs === null ? [] : [tlv(types.keepaliveSpec, u8(periodic), u32(keepaliveMs))];
      // Factory settings are not restored. Reports are not held back after a reconnect.
      return Buffer.concat([u8(0), ...keepalive, tlv(types.eventsAndReports, u8(0))]);
    }
    case "add-rospec":
      return encodeRoSpec(content.roSpecId);
    case "delete-rospec":
    case "enable-rospec":
    case "start-rospec":
      return u32(content.roSpecId);
    case "response":
    case "error":
      return encodeStatus(content.status);
    case "tag-report":
      return Buffer.concat(content.tags.map(encodeTagReport));
    case "reader-event":
      return encodeReaderEvent(content);
    default:
      return Buffer.alloc(0);
  }
}

function parseTags(body: Buffer): LlrpContent | undefined {
  const reports = parseParameters(body)?.filter(({ type }) => type === types.tagReportData);
  const tags = reports?.map(({ value }) => parseTagReport(value));
  return tags?.every((tag) => tag !== undefined) ? { kind: "tag-report", tags } : undefined;
}

function parseReaderEvent(body: Buffer): LlrpContent | undefined {
  const data = valueIn(parseParameters(body), types.readerEventNotificationData);
  const parameters = data && parseParameters(data);
  if (parameters === undefined) return undefined;
  const attempt = find(parameters, types.connectionAttemptEvent);
  if (attempt !== undefined && attempt.length < 2) return undefined;
  return {
    kind: "reader-event",
    time: timeIn(parameters, types.utcTimestamp, types.uptime),
    connection: attempt?.readUInt16BE() ?? null,
    isClosing: find(parameters, types.connectionCloseEvent) !== undefined,
  };
}

function encodeReaderEvent(event: Extract<LlrpContent, { kind: "reader-event" }>): Buffer {
  const { time, connection, isClosing } = event;
  return tlv(
    types.readerEventNotificationData,
    ...(time === null ? [] : [tlv(time.clock === "utc" ? types.utcTimestamp : types.uptime, u64(time.micros))]),
    ...(connection === null ? [] : [tlv(types.connectionAttemptEvent, u16(connection))]),
    ...(isClosing ? [tlv(types.connectionCloseEvent)] : []),
  );
}

function parseReaderConfig(body: Buffer): LlrpContent | undefined {
  const parameters = body.length < 1 ? undefined : parseParameters(body.subarray(1));
  if (parameters === undefined) return undefined;
  const keepalive = find(parameters, types.keepaliveSpec);
  if (keepalive !== undefined && keepalive.length < 5) return undefined;
  const isPeriodic = keepalive?.readUInt8() === periodic;
  return { kind: "set-reader-config", keepaliveMs: keepalive && isPeriodic ? keepalive.readUInt32BE(1) : null };
}

function statusIn(body: Buffer): LlrpStatus | undefined {
  const status = valueIn(parseParameters(body), types.llrpStatus);
  if (status === undefined || status.length < 4) return undefined;
  const end = 4 + status.readUInt16BE(2);
  if (end > status.length) return undefined;
  return { code: status.readUInt16BE(), description: status.toString("utf8", 4, end) };
}

function encodeStatus({ code, description }: LlrpStatus): Buffer {
  const text = Buffer.from(description, "utf8").subarray(0, maxDescriptionBytes);
  return tlv(types.llrpStatus, u16(code), u16(text.length), text);
}

const valueIn = (parameters: readonly LlrpParameter[] | undefined, type: number) =>
  parameters && find(parameters, type);
