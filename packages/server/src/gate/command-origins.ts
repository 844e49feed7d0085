import type { Clock } from "../platform/clock.ts";
import { type CommandOrigin, maxCommandAgeMs, type StoredCommand } from "./command-record.ts";

/** The requests that caused the commands stored by this process, until these are sent or expired. */
export interface CommandOrigins {
  save(ids: readonly number[], origin: CommandOrigin): void;
  find(id: number): CommandOrigin | undefined;
}

/** Result of a command whose caller disconnected. */
export const callerGone = "Caller disconnected before the command was sent.";

/** A command of this age was sent or expired long ago. */
const retentionMs = 12 * maxCommandAgeMs;

/** Creates an empty list of origins. */
export function createCommandOrigins(clock: Clock): CommandOrigins {
  const origins = new Map<number, CommandOrigin>();
  return {
    save: (ids, origin) => {
      const nowMs = clock.monotonicMs();
      for (const [id, { monotonicMs }] of origins) if (nowMs - monotonicMs > retentionMs) origins.delete(id);
      for (const id of ids) origins.set(id, origin);
    },
    find: (id) => origins.get(id),
  };
}

/**
 * The reason why a command must not be sent any more, or undefined. The age of a request of this process
 * is measured by the monotonic clock; that of another process by its stored time, in both directions, because the clocks
 * may differ.
 */
export function whyStale(
  { at, expiresAt, origin }: Pick<StoredCommand, "at" | "expiresAt" | "origin">,
  clock: Clock,
): string | undefined {
  if (origin?.isCallerGone()) return callerGone;
  const ageMs = origin ? clock.monotonicMs() - origin.monotonicMs : clock.elapsedMs(at);
  // Both times come from the same clock, so their difference is exact.
  const maxAgeMs = expiresAt.getTime() - at.getTime();
  if (Math.abs(ageMs) < maxAgeMs) return undefined;
  const seconds = Math.floor(Math.abs(ageMs) / 1_000);
  return ageMs > 0
    ? `Too old: requested ${seconds} s ago.`
    : `Of unknown age: the clock of its server is ${seconds} s ahead of the clock of the server that drives the hardware.`;
}
