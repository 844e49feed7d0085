import type { StoredCommand } from "./command-record.ts";

/** Takes stored commands. Implemented by the hardware side, called by ingest. */
export interface CommandDispatcher {
  /** Whether this process drives the hardware. */
  isLeading(): boolean;
  /** Sends commands that are stored as sent, each at most once. */
  dispatch(commands: readonly StoredCommand[]): void;
}
