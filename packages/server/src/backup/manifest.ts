import type { AppliedMigration } from "../platform/database/migrate.ts";
import { BackupError } from "./backup-error.ts";
import type { Partition, SequenceValue, TableColumns } from "./catalog.ts";

/** The first entry of a backup: what follows. */
export interface Manifest {
  readonly siteName: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly TableColumns[];
  readonly partitions: readonly Partition[];
}

/** The last entry of a backup: what was written. */
export interface Summary {
  readonly rows: Readonly<Record<string, number>>;
  readonly sequences: readonly SequenceValue[];
  readonly pictures: number;
  readonly reports: number;
}

/** Reads the manifest or the summary of a backup. */
export function parseDocument<T extends Manifest | Summary>(text: string, required: keyof T & string): T {
  const document: unknown = JSON.parse(text);
  if (typeof document === "object" && document !== null && required in document) return document as T;
  throw new BackupError("The backup contains something that this version doesn't know.");
}
