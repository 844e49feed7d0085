import type { StoredCommand } from "./command-record.ts";

/** Where stored commands go. Implemented by the hardware side, called by ingest. */
export interface CommandDispatcher {
  /** Whether this process drives the hardware. */
  isLeading(): boolean;
  /** Sends commands that are stored as sent, each at most once. */
  carryOut(commands: readonly StoredCommand[]): void;
}
