import type { Command } from "@gatehouse/contract/events/command";

/** An opening by a person. */
export type ManualOpening = Command & { readonly by: string };

const isManualOpening = (command: Command): command is ManualOpening => command.kind === "open" && command.by !== null;

/** The last opening by a person of each event. */
export function findOpenings(commands: readonly Command[]): ReadonlyMap<number, ManualOpening> {
  const manual = commands.filter(isManualOpening);
  return new Map(manual.flatMap((command) => (command.eventId === null ? [] : [[command.eventId, command]])));
}
