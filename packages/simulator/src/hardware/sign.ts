import type { FaultableServer } from "../network/faultable-server.ts";
import type { SignPlan } from "../plan/hardware-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";

/** A message that a sign received. */
export interface SignCommand {
  readonly at: Date;
  readonly rows: readonly string[];
  readonly isExecuted: boolean;
}

/** A sign on a loopback port. */
export interface SimulatedSign extends FaultableServer<HardwareFault> {
  readonly plan: SignPlan;
  /** The rows on display; none while the sign is dark. */
  shownRows(): readonly string[];
  /** Since the last reset, newest last. */
  readonly commands: readonly SignCommand[];
  /** Turns the sign dark, clears the log and the fault. */
  reset(): Promise<void>;
}

const maxLogEntries = 200;

/** Adds a message to the log of a sign. */
export function logSignCommand(commands: SignCommand[], rows: readonly string[], isExecuted: boolean): void {
  commands.push({ at: new Date(), rows, isExecuted });
  if (commands.length > maxLogEntries) commands.shift();
}
