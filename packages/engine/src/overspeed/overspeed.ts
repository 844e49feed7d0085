import type { Check, DecisionTrace } from "@gatehouse/contract/entities/event";
import type { EventStatus, EventTiming } from "@gatehouse/contract/events/event-module";
import type { VehicleType } from "@gatehouse/contract/fields/vehicle-type";
import { osd } from "@gatehouse/contract/modules/osd";

/** The limits of a lane in kmph. */
export interface LaneLimits {
  readonly name: string;
  readonly speedLimit2w: number;
  readonly speedLimit4w: number;
}

/** A vehicle with its measured speed and the lane of its camera. */
export interface SpeedQuestion {
  /** Null if no plate was read. */
  readonly plate: { readonly raw: string; readonly normalized: string } | null;
  readonly vehicleType: string | null;
  /** kmph */
  readonly speed: number | null;
  readonly lane: LaneLimits | null;
  readonly timing: EventTiming;
  /** Reports a passage that has already ended; not shown on signs. */
  readonly isAfterwards: boolean;
  readonly isModuleActive: boolean;
}

/** Whether a vehicle was speeding, and the text for the signs. */
export interface SpeedDecision {
  readonly isOverspeed: boolean;
  readonly status: EventStatus;
  readonly speedLimit: number | null;
  /** Null if the signs stay as they are. */
  readonly signText: string | null;
  readonly trace: DecisionTrace;
}

const classes: Record<VehicleType, "2w" | "4w"> = {
  CAR: "4w",
  DUMPER: "4w",
  LMV: "4w",
  OIL_TANKER: "4w",
  TRUCK: "4w",
  MPV: "4w",
  "4W": "4w",
  "2W": "2w",
  CYCLE: "2w",
};

/** The class that selects the speed limit; an unknown type counts as four-wheeler. */
export const classOf = (vehicleType: string | null): "2w" | "4w" =>
  vehicleType !== null && Object.hasOwn(classes, vehicleType) ? classes[vehicleType as VehicleType] : "4w";

/** A speed above the limit of the lane for the vehicle's class is overspeed; at the limit it is not. */
export function evaluateSpeed(question: SpeedQuestion): SpeedDecision {
  const { plate, vehicleType, speed, lane, timing, isAfterwards, isModuleActive } = question;
  const isTwoWheeler = classOf(vehicleType) === "2w";
  const speedLimit = lane && (isTwoWheeler ? lane.speedLimit2w : lane.speedLimit4w);
  const noun = isTwoWheeler ? "two-wheelers" : "four-wheelers";
  const checks: Check[] = [
    check(isModuleActive, `${osd.title} is active`, `${osd.title} is not active`),
    check(speed !== null, `Drove ${kmph(speed)}`, "No speed was measured"),
    check(speedLimit !== null, allows(lane?.name ?? "", `${speedLimit} kmph to ${noun}`), "Its camera has no lane"),
  ];
  const failedCheck = checks.find(({ isPassed }) => !isPassed);
  const isOverspeed = failedCheck === undefined && Number(speed) > Number(speedLimit);
  const isShown = isOverspeed && timing === "live" && !isAfterwards;
  const outcome = `${kmph(speed)} where ${speedLimit} kmph are allowed`;
  return {
    isOverspeed,
    status: isOverspeed ? "PROCESSED" : "RECEIVED",
    speedLimit,
    signText: isShown ? signText(plate?.normalized ?? "", Number(speed), Number(speedLimit)) : null,
    trace: {
      read: plate && { type: "LICENSE_PLATE", ...plate },
      direction: null,
      checks,
      candidates: [],
      isGranted: null,
      reason: failedCheck?.text ?? outcome,
    },
  };
}

const allows = (lane: string, limit: string): string => `${lane} allows ${limit}`;
const allowed = new RegExp(`^${allows("(.*)", "[\\d.]+ kmph to \\w+-wheelers")}$`, "s");

/** The lane that a stored decision names, which may have been renamed since; null if there is none. */
export const laneOfChecks = (texts: readonly string[]): string | null =>
  texts.map((text) => allowed.exec(text)?.[1]).find((lane) => lane !== undefined) ?? null;

const check = (isPassed: boolean, passed: string, failed: string): Check => ({
  text: isPassed ? passed : failed,
  isPassed,
});

/** A speed has two decimals. */
const kmph = (speed: number | null): string => `${speed?.toFixed(2)} kmph`;

/** Rounded up, so a sign never shows the limit itself as a speed. */
function signText(plate: string, speed: number, limit: number): string {
  const message = `${Math.ceil(speed)} KMPH LIMIT ${limit}`;
  return plate === "" ? message : `${plate}\n${message}`;
}
