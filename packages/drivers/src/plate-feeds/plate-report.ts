import type { Detection, DetectionImage } from "@gatehouse/contract/events/detection";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { hashedId, plateKeyOf, timeKeyOf } from "./event-id.ts";
import type { FeedResult } from "./feed.ts";
import { isNotUnderstood } from "./moment.ts";
import { hasUnstorable, numberOf, readText } from "./payload-values.ts";

/** One plate as a vendor's payload tells it, before it is held against the rules that are the same for all. */
export interface PlateReport {
  /**
   * The id of the passage that several reports at different times belong to; null where each report is an event of its
   * own, which its time and plate identify.
   */
  readonly passageId?: string | null;
  /** The device's own id of the event, used where its time is missing or not understood. */
  readonly ownId: string | null;
  /** What the device wrote as its time. */
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
  | { readonly detection: PlateDetection; readonly doubt: string | undefined }
  | { readonly fault: string }
  | "unread";

const longestPlate = 32;
const mostPlates = 100;

/** What devices write where there was a vehicle but no plate to be read. */
const unread = new Set(["", "unknown", "unlicensed", "noplate", "no plate", "unrecognized", "unrecognised"]);

/** Several reports as detections; a vehicle without a readable plate is none, and one bad plate does not spoil others. */
export function toDetections(reports: readonly PlateReport[]): FeedResult {
  if (reports.length > mostPlates) return { ok: false, detail: `There are more than ${mostPlates} plates.` };
  const read = reports.map(readPlate);
  const detections = read.flatMap((one) => (typeof one === "object" && "detection" in one ? [one.detection] : []));
  const faults = read.flatMap((one) => (typeof one === "object" && "fault" in one ? [one.fault] : []));
  if (detections.length === 0 && faults[0] !== undefined) return { ok: false, detail: faults[0] };
  const doubts = read.flatMap((one) => (typeof one === "object" && "doubt" in one ? (one.doubt ?? []) : []));
  return { ok: true, detections, detail: [describe(detections), ...new Set(doubts), ...faults].join(" ") };
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
  // ENG-4: without either, every visit of the same vehicle would look like the first one sent again.
  if (eventId === null) return { fault: "The event has neither an id nor a time of its own." };
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
    doubt: timeDoubt(report),
  };
}

/**
 * SAFE-7: time and plate identify an event, however they and everything beside them are written. Cameras that number
 * their events start again from one, so that their own id only stands in for a time.
 */
function eventIdOf({ passageId = null, ownId, at, timeText }: PlateReport, plate: string): string | null {
  const content = plateKeyOf(plate);
  if (passageId !== null) return hashedId("passage", passageId, content);
  if (at !== null && !isNotUnderstood(at)) return hashedId("time", timeKeyOf(at, null), content);
  if (ownId !== null) return hashedId("id", ownId, content);
  return timeText === null ? null : hashedId("time", timeText, content);
}

/** ENG-4: an installer is told that a camera's clock writes what nobody reads: none of its events opens anything. */
function timeDoubt({ at, timeText }: PlateReport): string | undefined {
  if (!isNotUnderstood(at)) return undefined;
  const told = timeText === null ? "Its time" : `Its time "${timeText}"`;
  return `${told} was not understood: it counts as late and opens nothing.`;
}

/** What is wrong with a plate; a long one is refused rather than cut, because its beginning may be another's. */
export function plateFault(plate: string): string | undefined {
  if (plate.length > longestPlate) return `The plate has more than ${longestPlate} characters.`;
  if (hasUnstorable(plate)) return "The plate contains a character that cannot be stored.";
  if (normalizeIdentifier(plate) === "") return "The plate has neither a letter nor a digit.";
  return undefined;
}

/** A confidence as a share of the most it can be; null where it is outside. */
export function shareOf(value: unknown, most: number): number | null {
  const given = numberOf(value);
  return given === null || given < 0 || given > most ? null : given / most;
}

// Cameras without a speed measurement send zero.
const fastestKmph = 400;

/** A measured speed in kmph; null where there is none. */
export function speedOf(value: unknown): number | null {
  const given = numberOf(value);
  return given === null || given <= 0 || given > fastestKmph ? null : given;
}

function describe(detections: readonly PlateDetection[]): string {
  const [first] = detections;
  if (!first) return "A vehicle whose plate was not read.";
  if (detections.length > 1) return `${detections.length} plates: ${detections.map(({ plate }) => plate).join(", ")}.`;
  const pictures = ["no picture", "1 picture", "2 pictures"][first.images.length];
  const place = first.source === null ? "" : ` at camera ${first.source}`;
  return `Plate ${first.plate}${place}, ${pictures}${first.isAfterwards ? ", told after the passage" : ""}.`;
}
