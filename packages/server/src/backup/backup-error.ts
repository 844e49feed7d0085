import { StartupError } from "../platform/startup-error.ts";

/** A reason why a backup or restore is impossible; its message is printed without a stack trace. */
export class BackupError extends StartupError {
  override readonly name = "BackupError";
}
