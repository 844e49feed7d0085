import * as z from "zod";
import { reason } from "../fields/reason.ts";
import { eventId, recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";

/**
 * The states of a command: queued, sent, then one of three results; or expired before it was sent. An accepted open command
 * becomes unmoved if the position contacts of the barrier show no movement.
 */
export const commandStates = ["queued", "sent", "accepted", "rejected", "unreachable", "expired", "unmoved"] as const;

export type CommandState = (typeof commandStates)[number];

/** The final states of a command that had no effect. */
export const failedCommandStates = [
  "rejected",
  "unreachable",
  "expired",
  "unmoved",
] as const satisfies readonly CommandState[];

export type CommandError = (typeof failedCommandStates)[number];

export const isCommandError = (state: CommandState): state is CommandError =>
  (failedCommandStates as readonly CommandState[]).includes(state);

/** The kinds of commands. There is no close: only the barrier's own controller knows when it is safe to close. */
export const commandKinds = ["open", "buzz", "show", "lamp"] as const;

export type CommandKind = (typeof commandKinds)[number];

/** A command to a hardware device. */
export const command = z.object({
  id: eventId,
  at: instant,
  endedAt: instant.nullable(),
  kind: z.enum(commandKinds),
  /** The barrier, buzzer or display. */
  target: z.object({ kind: z.string(), id: recordId, name: z.string() }),
  state: z.enum(commandStates),
  detail: z.string(),
  eventId: eventId.nullable(),
  /** The person who sent it and the reason, if it was manual. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
});
command.register(z.globalRegistry, { id: "HardwareCommand", description: "A command to a hardware device" });

export type Command = z.output<typeof command>;

/** The person has checked the age and picture of a vehicle that may have left the barrier. */
export const isStillThere = z.boolean().default(false);

/** Opening the gate of an event. */
export const eventOpening = z.strictObject({
  reason,
  isStillThere,
  /** The pass of the visitor who is let in. Its entry is counted when the passage is confirmed. */
  passId: recordId.nullable().default(null),
});

export const manualCommand = z.strictObject({ reason });

/** A manual text for signs with its reason. */
export const manualText = z.strictObject({ reason, text: requiredText(200) });

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
