/**
 * The states of a command: queued, sent, then one of three results; or expired before it was sent. An accepted open command
 * becomes unmoved if the position contacts of the barrier show no movement.
 */
export const commandStates = ["queued", "sent", "accepted", "rejected", "unreachable", "expired", "unmoved"] as const;

/** The state of a command. */
export type CommandState = (typeof commandStates)[number];

/** The final states of a command that had no effect. */
export const failedCommandStates = [
  "rejected",
  "unreachable",
  "expired",
  "unmoved",
] as const satisfies readonly CommandState[];

/** How a command failed. */
export type CommandFailure = (typeof failedCommandStates)[number];

export const isCommandFailure = (state: CommandState): state is CommandFailure =>
  (failedCommandStates as readonly CommandState[]).includes(state);
