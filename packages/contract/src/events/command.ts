import * as z from "zod";
import { recordId } from "../fields/record.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import { eventId } from "./event-fields.ts";

/** What can be commanded. There is no close: an arm comes down by itself, and only its own controller knows when it may. */
export const commandKinds = ["open", "buzz", "show", "lamp"] as const;

/** One of them. */
export type CommandKind = (typeof commandKinds)[number];

/** How a command stands: waiting, on its way, then one of three ends; or too old to be sent at all. */
export const commandStates = ["queued", "sent", "accepted", "rejected", "unreachable", "expired"] as const;

/** One of them. */
export type CommandState = (typeof commandStates)[number];

/** A command to something in the field. */
export const command = z.object({
  id: eventId,
  at: instant,
  endedAt: instant.nullable(),
  kind: z.enum(commandKinds),
  /** The barrier, buzzer or display; its table and id. */
  target: z.object({ kind: z.string(), id: recordId, name: z.string() }),
  state: z.enum(commandStates),
  detail: z.string(),
  eventId: eventId.nullable(),
  /** Who asked for it, and why, where that was a person. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
});

/** A command. */
export type Command = z.output<typeof command>;

const reason = requiredText(200, "Enter a reason");

/** A command by hand, with its reason. */
export const manualCommand = z.strictObject({ reason });

/** A text by hand, with its reason. */
export const manualText = z.strictObject({ reason, text: requiredText(200) });
