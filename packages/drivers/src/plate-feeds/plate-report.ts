import type { Detection, DetectionImage, VehicleTrack } from "@gatehouse/contract/events/detection";
import type { UnderstoodPlate } from "@gatehouse/contract/events/understood";
import { maxPlateLength, normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { hashId, plateKeyOf, timeKeyOf } from "../event-id.ts";
import { isInvalidTime } from "./device-time.ts";
import type { FeedResult } from "./feed.ts";
import { elementText, hasForbiddenCharacter, numberOf, readText } from "./payload-values.ts";

/** One plate of a vendor's payload, before the common checks. */
export interface PlateReport {
  /**
   * The id of a passage with several reports at different times; null if each report is an event, identified by time
   * and plate.
   */
  readonly passageId?: string | null;
  /** The device's own id of the event, used if its time is missing or invalid. */
  readonly ownId: string | null;
  /**
   * What the time of arrival stands for: a time that is missing, one that a person replaced by it, or the time of day of
   * a date. A replaced time lets the event open.
   */
  readonly arrival?: "fallback" | "chosen" | "time of day";
  /** The vehicle that the device follows over several reports, and the report as sent. */
  readonly track?: { readonly id: string; readonly isUpdate: boolean; readonly report: unknown } | null;
  /** The time as sent. */
  readonly timeText: string | null;
  readonly source: string | null;
  readonly at: Date | null;
  readonly plate: unknown;
  readonly confidence: number | null;
  readonly direction: "N" | "X" | null;
  readonly vehicleType: string | null;
  readonly vehicleClass?: "2w" | "4w" | null;
  readonly speed?: number | null;
  readonly images: readonly DetectionImage[];
  readonly isAfterwards?: boolean;
}

type PlateDetection = Extract<Detection, { kind: "plate" }>;
type Read =
  | { readonly detection: PlateDetection; readonly warning: string | undefined }
  | { readonly error: string }
  | "unread";

const maxPlates = 100;

/** Sent for vehicles without a readable plate, without spaces and signs. */
const unread = new Set([
  "",
  "unknown",
  "unknow",
  "unlicensed",
  "noplate",
  "noplates",
  "nolicense",
  "none",
  "null",
  "nil",
  "undefined",
  "unread",
  "notread",
  "unrecognise",
  "unrecognised",
  "unrecognize",
  "unrecognized",
  "unrecognizable",
  "notrecognized",
  "notrecognised",
  "noread",
  "无牌车",
  "无车牌",
  "无牌",
  "未识别",
  "未知",
]);

/** Whether a text means that the device read no plate. */
export const isUnread = (plate: string): boolean => unread.has(plate.toLowerCase().replaceAll(/[\s_*?.-]/g, ""));

/** The first value that is a plate; if the device read none, the first one. */
export const firstPlate = (...values: readonly unknown[]): unknown =>
  values.find((value) => !isUnread((readText(elementText(value)) ?? "").trim())) ?? values.find((value) => value);

/** Checks reports and converts them to detections. Unread plates are skipped; invalid ones are rejected, and do not affect others. */
export function toDetections(reports: readonly PlateReport[]): FeedResult {
  if (reports.length > maxPlates) return { ok: false, detail: `There are more than ${maxPlates} plates.` };
  const read = reports.map(readPlate);
  const detections = read.flatMap((one) => (typeof one === "object" && "detection" in one ? [one.detection] : []));
  const errors = read.flatMap((one) => (typeof one === "object" && "error" in one ? [one.error] : []));
  const error = [...new Set(errors)].join(" ");
  if (detections.length === 0 && error !== "") return { ok: false, detail: error };
  const warnings = read.flatMap((one) =>
    typeof one === "object" && "warning" in one && one.warning !== undefined ? [one.warning] : [],
  );
  const detail = [describe(detections), ...new Set(warnings), error].join(" ").trim();
  const first = reports.find((_, index) => typeof read[index] === "object" && "detection" in read[index]);
  return { ok: true, detections, detail, ...(first && { understood: toUnderstood(first) }), ...(error && { error }) };
}

function readPlate(report: PlateReport): Read {
  const text = report.plate === undefined || report.plate === null ? "" : readText(report.plate);
  if (text === undefined) return { error: "The plate must be a text." };
  const plate = text.trim();
  if (isUnread(plate)) return "unread";
  const error = plateError(plate);
  if (error) return { error };
  const { source, at } = report;
  const eventId = eventIdOf(report, plateKeyOf(plate));
  // Without either, every visit of a vehicle would look like a retry of the first.
  if (eventId === null) return { error: "The event has neither an id nor a time." };
  return {
    detection: {
      kind: "plate",
      eventId,
      source,
      at,
      plate,
      confidence: report.confidence,
      direction: report.direction,
      vehicleType: report.vehicleType,
      vehicleClass: report.vehicleClass ?? null,
      speed: report.speed ?? null,
      images: report.images,
      isAfterwards: report.isAfterwards ?? false,
      ...(at === null && report.arrival !== "chosen" && { isUntimed: true as const }),
      ...(isUnidentified(report) && { isUnidentified: true as const }),
      ...(report.track && { track: toTrack(report.track) }),
    },
    warning: timeWarning(report),
  };
}

/** What distinguishes the reports of a device. */
type Identity = Pick<PlateReport, "passageId" | "ownId" | "at" | "timeText" | "arrival">;

/**
 * Time and content identify an event, independent of notation. Event numbers of cameras restart at one, so a
 * camera's own id is used only without a time.
 */
export function eventIdOf(report: Identity, content: string): string | null {
  const { passageId = null, ownId, at, timeText, arrival } = report;
  if (passageId !== null) return hashId("passage", passageId, content);
  if (hasTime(report)) return hashId("time", timeKeyOf(at, null), content);
  if (ownId !== null) return hashId("id", ownId, content);
  if (timeText !== null) return hashId("time", timeText, content);
  return arrival === undefined ? null : hashId("unidentified", content);
}

/** Whether the time tells one passage of a vehicle from the next. */
const hasTime = ({ at, arrival }: Identity) => at !== null && !isInvalidTime(at) && arrival !== "time of day";

/** A device whose clock fails sends the same unreadable text at each passage. */
export const isUnidentified = (report: Identity): boolean =>
  (report.passageId ?? report.ownId) === null &&
  !hasTime(report) &&
  (report.arrival !== undefined || report.timeText !== null);

const maxMessageLength = 8_000;
const maxTextLength = 200;

/** The report as JSON, without pictures. */
function toTrack({ id, isUpdate, report }: NonNullable<PlateReport["track"]>): VehicleTrack {
  const shorten = (_: string, value: unknown) =>
    typeof value === "string" && value.length > maxTextLength ? `${value.slice(0, 8)}…` : value;
  // Only characters that cannot be stored are escaped by their number.
  const text = (JSON.stringify(report, shorten) ?? "").replaceAll(/\\u[0-9a-f]{4}/g, "");
  const message = text.slice(0, maxMessageLength).toWellFormed();
  return { id: hashId("track", id), isUpdate, message };
}

/** Warns the installer about an invalid device time, because such events open nothing. */
function timeWarning({ at, timeText, arrival }: PlateReport): string | undefined {
  if (at === null && arrival === "chosen") return undefined;
  if (at === null) return "It has no time: it opens nothing, unless the settings of the device allow it.";
  if (!isInvalidTime(at)) return undefined;
  const time = timeText === null ? "Its time" : `Its time "${timeText}"`;
  return `${time} can't be read: the event gets the time of arrival and opens nothing.`;
}

/** The error of a plate. Long plates are rejected, not cut, because the beginning may be another vehicle's plate. */
export function plateError(plate: string): string | undefined {
  if (plate.length > maxPlateLength) return `The plate has more than ${maxPlateLength} characters.`;
  if (hasForbiddenCharacter(plate)) return "The plate contains a character that cannot be stored.";
  if (normalizeIdentifier(plate) === "") return "The plate has neither a letter nor a digit.";
  return undefined;
}

/** A confidence as a fraction of its maximum; null if out of range. */
export function toFraction(value: unknown, max: number): number | null {
  const given = numberOf(value);
  return given === null || given < 0 || given > max ? null : given / max;
}

/** A confidence that is a ratio up to 1, else a percentage. */
export function ratioOrPercent(value: unknown): number | null {
  const text = withoutPercentSign(value);
  return toFraction(text, 1) ?? toFraction(text, 100);
}

/** "87 %" is a number too. */
export const withoutPercentSign = (value: unknown): unknown =>
  typeof value === "string" ? value.trim().replace(/%$/, "") : value;

// Cameras without a speed measurement send zero.
const maxKmph = 400;

/** A measured speed in kmph; null if there is none. */
export function speedOf(value: unknown): number | null {
  const given = numberOf(value);
  return given === null || given <= 0 || given > maxKmph ? null : given;
}

const percent = (ratio: number) => `${Math.round(ratio * 1000) / 10} %`;
const directions = { N: "entry", X: "exit" };
const known = <Value>(value: Value | null | undefined, toText: (value: Value) => string) =>
  value === null || value === undefined ? null : toText(value);

/** The parts of a plate report in words. */
function toUnderstood(report: PlateReport): UnderstoodPlate {
  const { at, images } = report;
  return {
    plate: readText(report.plate)?.trim() ?? null,
    time: at === null || isInvalidTime(at) ? null : at.toISOString(),
    direction: known(report.direction, (direction) => directions[direction]),
    confidence: known(report.confidence, percent),
    camera: report.source,
    id: report.passageId ?? report.ownId,
    vehicleType: report.vehicleType,
    speed: known(report.speed, (speed) => `${speed} km/h`),
    pictures: images.length === 0 ? null : images.map(({ kind }) => kind).join(", "),
  };
}

function describe(detections: readonly PlateDetection[]): string {
  const [first] = detections;
  if (!first) return "A vehicle whose plate was not read.";
  if (detections.length > 1) return `${detections.length} plates: ${detections.map(({ plate }) => plate).join(", ")}.`;
  const pictures = ["no picture", "1 picture", "2 pictures"][first.images.length];
  const place = first.source === null ? "" : ` at camera ${first.source}`;
  return `Plate ${first.plate}${place}, ${pictures}${first.isAfterwards ? ", reported after the passage" : ""}.`;
}
