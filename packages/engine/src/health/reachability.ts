import type { HardwareState } from "@gatehouse/contract/hardware-status";

/** What is known about a board or sign. */
export interface Reachability {
  readonly state: HardwareState;
  readonly reason: string | null;
  /** Failed checks and commands in a row. */
  readonly failures: number;
  /** Why the last command got no reply; null once a command or check got one. */
  readonly failedCommand: string | null;
}

/** The result of a check or command. */
export type Evidence =
  | { readonly kind: "replied"; readonly detail: string | null }
  | { readonly kind: "connected" }
  | { readonly kind: "failed"; readonly detail: string; readonly isCommand: boolean };

/** Nothing was checked yet. */
export const unchecked: Reachability = { state: "unknown", reason: null, failures: 0, failedCommand: null };

/** One lost packet does not make a device offline. */
const failuresUntilOffline = 2;

/** The state after a check or command. */
export function addEvidence(before: Reachability, evidence: Evidence): Reachability {
  if (evidence.kind === "replied")
    return { state: "online", reason: evidence.detail, failures: 0, failedCommand: null };
  if (evidence.kind === "connected") {
    // A device that accepts connections but no commands is as good as offline.
    const { failedCommand } = before;
    if (failedCommand !== null) return { ...before, state: "offline", reason: failedCommand };
    return { state: "online", reason: null, failures: 0, failedCommand: null };
  }
  const failures = Math.min(before.failures + 1, failuresUntilOffline);
  const failedCommand = evidence.isCommand ? evidence.detail : before.failedCommand;
  if (failures < failuresUntilOffline) return { ...before, failures, failedCommand };
  return { state: "offline", reason: evidence.detail, failures, failedCommand };
}

/** Whether to check again soon: it has started to fail but does not count as offline yet. */
export const needsRecheck = ({ state, failures }: Reachability): boolean => state !== "offline" && failures > 0;
