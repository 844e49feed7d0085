import { type GateType, gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { formatCount } from "@gatehouse/contract/fields/number";
import { cameraCounting } from "@gatehouse/contract/modules/camera-counting";
import { loopDetector } from "@gatehouse/contract/modules/loop-detector";
import { type BaseVariable, type CountingResult, counted, ignored, inactive, type Step } from "./base-variable.ts";

/** The vehicles that a counting camera reported. */
export interface VehicleCount {
  readonly direction: GateType | null;
  readonly vehicleClass: "2w" | "4w" | null;
  readonly count: number;
}

const classNouns = { "2w": ["two-wheeler", "two-wheelers"], "4w": ["four-wheeler", "four-wheelers"] } as const;

/** Adds to the camera's variables of that class and direction; an unknown class counts as four-wheeler. */
export function countVehicles(
  seen: VehicleCount,
  variables: readonly BaseVariable[],
  isModuleActive: boolean,
): CountingResult {
  if (!isModuleActive) return inactive(cameraCounting.title);
  const direction = seen.direction ?? onlyDirection(variables);
  if (direction === null) return ignored("Direction unknown: not counted");
  const vehicleClass = seen.vehicleClass ?? "4w";
  const [one, many] = classNouns[vehicleClass];
  const way = gateTypeTitles[direction].toLowerCase();
  if (!Number.isSafeInteger(seen.count) || seen.count < 1) return ignored("No vehicle was counted", direction);
  const concerned = variables.filter(
    (variable) => variable.direction === direction && variable.vehicleClass === vehicleClass,
  );
  if (concerned.length === 0) return ignored(`This camera does not count ${many} on ${way}`, direction);
  const reason = `Counted ${formatCount(seen.count, one, many)} on ${way}`;
  const checks = [
    { text: `Direction: ${way} (${seen.direction ? "from camera" : "camera setting"})`, isPassed: true },
    { text: seen.vehicleClass ? `Seen as a ${one}` : `Unknown class, counted as a ${one}`, isPassed: true },
  ];
  return counted({ steps: stepsOf(concerned, seen.count), isTaken: true }, { checks, reason, direction });
}

/** Each pulse of a loop is one vehicle in the loop's direction. */
export function countPulse(variables: readonly BaseVariable[], isModuleActive: boolean): CountingResult {
  if (!isModuleActive) return inactive(loopDetector.title);
  const direction = onlyDirection(variables);
  if (variables.length === 0) return ignored("This loop has no variable");
  const reason = direction ? `One pulse on ${gateTypeTitles[direction].toLowerCase()}` : "One pulse";
  const checks = [{ text: reason, isPassed: true }];
  return counted({ steps: stepsOf(variables, 1), isTaken: true }, { checks, reason, direction });
}

/** A reader counts an admitted vehicle once per passage. */
export const countTag = (
  { isGranted, isNew }: { isGranted: boolean; isNew: boolean },
  variables: readonly BaseVariable[],
): Step[] => (isGranted && isNew ? stepsOf(variables, 1) : []);

const stepsOf = (variables: readonly BaseVariable[], delta: number): Step[] =>
  variables.map(({ id }) => ({ variableId: id, delta }));

/** The direction of a source that counts only one. */
function onlyDirection(variables: readonly BaseVariable[]): GateType | null {
  const [direction = null, ...others] = new Set(variables.map((variable) => variable.direction));
  return others.length === 0 ? direction : null;
}
