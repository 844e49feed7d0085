import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import type { Clock } from "../../platform/clock.ts";

/** The state of a connection and since when it lasts. */
export interface LinkState {
  readonly state: HardwareStatus["state"];
  readonly reason: string | null;
  readonly since: Date;
  /** The same as `since` on the monotonic clock. */
  readonly sinceMs: number;
}

/** The states of all connections by key. */
export interface LinkStates {
  /** Sets the state; `since` is kept if only the reason changes. */
  set(key: string, state: LinkState["state"], reason: string | null): void;
  get(key: string): LinkState | undefined;
  /** Forgets the connections that are no longer configured. */
  keep(keys: ReadonlySet<string>): void;
}

/** Creates an empty set of states. */
export function createLinkStates(clock: Clock): LinkStates {
  const states = new Map<string, LinkState>();
  return {
    set: (key, state, reason) => {
      const before = states.get(key);
      const { since, sinceMs } =
        before?.state === state ? before : { since: clock.now(), sinceMs: clock.monotonicMs() };
      states.set(key, { state, reason, since, sinceMs });
    },
    get: (key) => states.get(key),
    keep: (keys) => {
      for (const key of states.keys()) if (!keys.has(key)) states.delete(key);
    },
  };
}
