import type { CommandState } from "../events/command.ts";

const texts: Record<CommandState, string> = {
  queued: "Not sent yet",
  sent: "No answer yet",
  accepted: "Confirmed",
  rejected: "Rejected",
  unreachable: "No reply",
  expired: "Not sent in time",
  unmoved: "Did not move",
};

/** Whether the barrier confirmed its last open command; a granted passage without one has no barrier. */
export function barrierConfirmation(state: CommandState | null, isGranted: boolean | null): string | null {
  if (state !== null) return texts[state];
  return isGranted ? "No barrier" : null;
}
