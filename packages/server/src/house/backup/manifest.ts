import { z } from "zod";
import { BackupError } from "./backup-error.ts";

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

/** A position may exceed the precision of JSON's numbers. */
const sequenceSchema = z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() });

const migrationSchema = z.object({ version: z.int(), name: z.string(), checksum: z.string() });

/** The first file of a backup: what follows. */
export const manifestSchema = z.object({
  createdAt: z.string(),
  /** The Gatehouse version that created it. */
  version: z.string(),
  siteName: z.string(),
  migrations: z.array(migrationSchema),
  tables: z.array(tableSchema),
  /** The partitions of the events: `events_2026_03` is March 2026 in UTC. */
  months: z.array(z.string()),
});

/** The last file of a backup: what was written. */
export const summarySchema = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(sequenceSchema),
  pictures: z.int(),
  reports: z.int(),
});

/** A table and the columns that are stored, without generated ones. */
export type TableColumns = z.infer<typeof tableSchema>;

/** The position of a sequence. */
export type SequenceValue = z.infer<typeof sequenceSchema>;

export type Manifest = z.infer<typeof manifestSchema>;

export type Summary = z.infer<typeof summarySchema>;

/** Reads the manifest or the summary of a backup. */
export function parseDocument<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw unknownContent();
  }
}

export const unknownContent = () => new BackupError("The backup contains something that this version doesn't know.");
