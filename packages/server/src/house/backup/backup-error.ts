import { StartupError } from "../../platform/startup-error.ts";

/** A reason why a backup or restore is impossible; its message is printed without a stack trace. */
export class BackupError extends StartupError {
  override readonly name = "BackupError";
}

export const incomplete = () => new BackupError("The backup is incomplete: its end is missing.");

export const changed = (detail = "") => new BackupError(`The backup is damaged or was changed${detail}.`);
