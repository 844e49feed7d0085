import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import type { CommandState } from "@gatehouse/contract/events/command";
import type { StaleCommand } from "./command.store.ts";

/** A command with its result. */
export interface EndedCommand {
  readonly command: Pick<StaleCommand, "kind" | "module" | "targetId" | "targetName" | "gateId">;
  readonly state: CommandState;
  readonly detail: string;
}

/** The alert for a barrier that did not accept its open command, or did not move after it. */
export function barrierAlert({ command, state, detail }: EndedCommand): AlertCause[] {
  const { kind, module, targetId, targetName, gateId } = command;
  if (kind !== "open" || state === "accepted") return [];
  const isTag = module === "RFID_ACCESS_CONTROL";
  return [
    {
      type: isTag ? "AC_RFID_BOOMBARRIER_TRIGGER_FAILED" : "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
      scope: "ac",
      subject: `barrier ${targetId}`,
      title: "Barrier did not open",
      description:
        state === "unmoved"
          ? `"${targetName}" accepted the open command, but did not move.`
          : `"${targetName}" did not respond to the open command.`,
      additionalInfo: { error: detail, barrierId: targetId, ...(gateId !== null && { gateId }) },
    },
  ];
}
