import type { Detection, DetectionImage } from "@gatehouse/contract/events/detection";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { hashId, plateKeyOf, timeKeyOf } from "../event-id.ts";
import { isInvalidTime } from "./device-time.ts";
import type { FeedResult } from "./feed.ts";
import { hasForbiddenCharacter, numberOf, readText } from "./payload-values.ts";

/** One plate of a vendor's payload, before the common checks. */
export interface PlateReport {
  /**
   * The id of a passage with several reports at different times; null if each report is an event, identified by time
   * and plate.
   */
  readonly passageId?: string | null;
  /** The device's own id of the event, used if its time is missing or invalid. */
  readonly ownId: string | null;
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
  | { readonly fault: string }
  | "unread";

const maxPlateLength = 32;
const maxPlates = 100;

/** Sent for vehicles without a readable plate. */
const unread = new Set(["", "unknown", "unlicensed", "noplate", "no plate", "unrecognized", "unrecognised"]);

/** Checks reports and converts them to detections. Unread plates are skipped; an invalid plate does not affect others. */
export function toDetections(reports: readonly PlateReport[]): FeedResult {
  if (reports.length > maxPlates) return { ok: false, detail: `There are more than ${maxPlates} plates.` };
  const read = reports.map(readPlate);
  const detections = read.flatMap((one) => (typeof one === "object" && "detection" in one ? [one.detection] : []));
  const faults = read.flatMap((one) => (typeof one === "object" && "fault" in one ? [one.fault] : []));
  if (detections.length === 0 && faults[0] !== undefined) return { ok: false, detail: faults[0] };
  const warnings = read.flatMap((one) => (typeof one === "object" && "warning" in one ? (one.warning ?? []) : []));
  return { ok: true, detections, detail: [describe(detections), ...new Set(warnings), ...faults].join(" ") };
}

function readPlate(report: PlateReport): Read {
  const text = report.plate === undefined || report.plate === null ? "" : readText(report.plate);
  if (text === undefined) return { fault: "The plate must be a text." };
  const plate = text.trim();
  if (unread.has(plate.toLowerCase())) return "unread";
  const fault = plateFault(plate);
  if (fault) return { fault };
  const { source, at } = report;
  const eventId = eventIdOf(report, plate);
  // ENG-4: without either, every visit of a vehicle would look like a retry of the first.
  if (eventId === null) return { fault: "The event has neither an id nor a time." };
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
    },
    warning: timeWarning(report),
  };
}

/**
 * SAFE-7: time and plate identify an event, independent of notation. Event numbers of cameras restart at one, so a
 * camera's own id is used only without a time.
 */
function eventIdOf({ passageId = null, ownId, at, timeText }: PlateReport, plate: string): string | null {
  const content = plateKeyOf(plate);
  if (passageId !== null) return hashId("passage", passageId, content);
  if (at !== null && !isInvalidTime(at)) return hashId("time", timeKeyOf(at, null), content);
  if (ownId !== null) return hashId("id", ownId, content);
  return timeText === null ? null : hashId("time", timeText, content);
}

/** ENG-4: warns the installer about an invalid device time, because such events open nothing. */
function timeWarning({ at, timeText }: PlateReport): string | undefined {
  if (!isInvalidTime(at)) return undefined;
  const time = timeText === null ? "Its time" : `Its time "${timeText}"`;
  return `${time} is invalid: the event counts as late and opens nothing.`;
}

/** The fault of a plate. Long plates are refused, not cut, because the beginning may be another vehicle's plate. */
export function plateFault(plate: string): string | undefined {
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

// Cameras without a speed measurement send zero.
const maxKmph = 400;

/** A measured speed in kmph; null if there is none. */
export function speedOf(value: unknown): number | null {
  const given = numberOf(value);
  return given === null || given <= 0 || given > maxKmph ? null : given;
}

function describe(detections: readonly PlateDetection[]): string {
  const [first] = detections;
  if (!first) return "A vehicle whose plate was not read.";
  if (detections.length > 1) return `${detections.length} plates: ${detections.map(({ plate }) => plate).join(", ")}.`;
  const pictures = ["no picture", "1 picture", "2 pictures"][first.images.length];
  const place = first.source === null ? "" : ` at camera ${first.source}`;
  return `Plate ${first.plate}${place}, ${pictures}${first.isAfterwards ? ", reported after the passage" : ""}.`;
}
