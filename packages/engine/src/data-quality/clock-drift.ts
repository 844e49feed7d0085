import { assertFound } from "@gatehouse/contract/assert-found";
import { type DriftLevel, driftLimitsMs } from "@gatehouse/contract/events/read-quality";

/** The median covers this many events: delayed ones don't count, and a corrected clock shows soon. */
export const driftWindow = 31;

/** Fewer events say nothing about a clock. */
export const minDriftSamples = 5;

/** PostgreSQL stores them as integers. A clock that is weeks off needs no exact number. */
const maxOffsetMs = 2_000_000_000;

/** The clock of a device compared with the arrival of its events. */
export interface ClockDrift {
  readonly driftMs: number;
  readonly level: DriftLevel;
}

/** Device time minus arrival, positive if the clock is ahead; undefined if the device sent no valid time. */
export function toOffset(deviceTime: Date | null, arrival: Date): number | undefined {
  const ms = deviceTime === null ? Number.NaN : deviceTime.getTime() - arrival.getTime();
  return Number.isNaN(ms) ? undefined : Math.round(Math.max(-maxOffsetMs, Math.min(maxOffsetMs, ms)));
}

/** The newest offsets, the oldest first. */
export const addOffsets = (known: readonly number[], added: readonly number[]): number[] =>
  [...known, ...added].slice(-driftWindow);

/** The rolling median of the offsets; null with too few of them. */
export function measureDrift(offsets: readonly number[]): ClockDrift | null {
  if (offsets.length < minDriftSamples) return null;
  const sorted = offsets.slice(-driftWindow).sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const sampleAt = (index: number) => assertFound(sorted[index], "a median of no samples");
  const upper = sampleAt(middle);
  const driftMs = sorted.length % 2 === 1 ? upper : Math.round((sampleAt(middle - 1) + upper) / 2);
  return { driftMs, level: toLevel(driftMs) };
}

/** A warning from 2 seconds, an alert from 10. */
function toLevel(driftMs: number): DriftLevel {
  const size = Math.abs(driftMs);
  if (size >= driftLimitsMs.alert) return "alert";
  return size >= driftLimitsMs.warning ? "warning" : "ok";
}
