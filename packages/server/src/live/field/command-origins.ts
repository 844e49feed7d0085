import type { Clock } from "../../platform/clock.ts";
import { type CommandOrigin, type FieldCommand, freshMs } from "./field-command.ts";

/** SAFE-3: the requests behind the commands that this process stored, until they are sent or too old. */
export interface CommandOrigins {
  save(ids: readonly number[], origin: CommandOrigin): void;
  find(id: number): CommandOrigin | undefined;
}

/** Why a command was not sent whose caller disconnected. */
export const callerGone = "Caller disconnected before the command was sent.";

/** A command that is this old was sent or expired long ago. */
const keepMs = 12 * freshMs;

/** Creates an empty list of origins. */
export function createCommandOrigins(clock: Clock): CommandOrigins {
  const origins = new Map<number, CommandOrigin>();
  return {
    save: (ids, origin) => {
      const nowMs = clock.monotonicMs();
      for (const [id, { monotonicMs }] of origins) if (nowMs - monotonicMs > keepMs) origins.delete(id);
      for (const id of ids) origins.set(id, origin);
    },
    find: (id) => origins.get(id),
  };
}

/**
 * SAFE-2, SAFE-3: why a command must not be sent any more, if so. A request of this process is timed by the monotonic
 * clock; one of another process by its stored time, in both directions, because its clock may be ahead of ours.
 */
export function whyStale(
  { at, expiresAt, origin }: Pick<FieldCommand, "at" | "expiresAt" | "origin">,
  clock: Clock,
): string | undefined {
  if (origin?.isCallerGone()) return callerGone;
  const ageMs = origin ? clock.monotonicMs() - origin.monotonicMs : clock.elapsedMs(at);
  // One clock stamped both, so their difference holds whatever clock reads them.
  const maxAgeMs = expiresAt.getTime() - at.getTime();
  if (Math.abs(ageMs) < maxAgeMs) return undefined;
  const seconds = Math.floor(Math.abs(ageMs) / 1_000);
  return ageMs > 0
    ? `Too old: requested ${seconds} s ago.`
    : `Of unknown age: the clock of its server is ${seconds} s ahead of the clock of the server that drives the field.`;
}
