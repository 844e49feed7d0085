import type { Command } from "@gatehouse/contract/events/command";
import { codeOf } from "@gatehouse/contract/modules/registry";
import type { Answered } from "../../api/call.ts";

/** A vehicle at a gate. */
export type StationEvent = Answered<"GET /gates/{id}/activity">["passages"][number];

/** What was read, as text of a plate or tag. */
export const readOf = (event: StationEvent): { text: string; isTag: boolean } =>
  event.module === "RFID_ACCESS_CONTROL" ? { text: event.tag, isTag: true } : { text: event.lp, isTag: false };

/** The path parameters of a call about an event. */
export const toEventParams = ({ module, id }: StationEvent) => ({ module: codeOf(module), id });

/** OPS-5: the last opening of an event by a person. */
export const findManualOpening = (commands: readonly Command[], { id }: StationEvent): Command | undefined =>
  commands.find((command) => command.eventId === id && command.kind === "open" && command.by !== null);
