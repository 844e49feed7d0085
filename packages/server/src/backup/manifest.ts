import { z } from "zod";
import { BackupError } from "./backup-error.ts";

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });

/** A month of the events. Its bound is text of PostgreSQL: `FOR VALUES FROM ('2026-03-01 00:00:00+00') TO ('…')`. */
const partitionSchema = z.object({ name: z.string(), parent: z.string(), bound: z.string() });

/** A position may exceed the precision of JSON's numbers. */
const sequenceSchema = z.object({ name: z.string(), value: z.string().regex(/^\d{1,19}$/), isCalled: z.boolean() });

const migrationSchema = z.object({ version: z.int(), name: z.string(), checksum: z.string() });

/** The first entry of a backup: what follows. */
export const manifestSchema = z.object({
  siteName: z.string(),
  migrations: z.array(migrationSchema),
  tables: z.array(tableSchema),
  partitions: z.array(partitionSchema),
});

/** The last entry of a backup: what was written. */
export const summarySchema = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(sequenceSchema),
  pictures: z.int(),
  reports: z.int(),
});

/** A table and the columns that are stored, without generated ones. */
export type TableColumns = z.infer<typeof tableSchema>;

/** A partition that the migrations don't create. */
export type Partition = z.infer<typeof partitionSchema>;

/** The position of a sequence. */
export type SequenceValue = z.infer<typeof sequenceSchema>;

export type Manifest = z.infer<typeof manifestSchema>;

export type Summary = z.infer<typeof summarySchema>;

/** Reads the manifest or the summary of a backup. */
export function parseDocument<T>(text: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new BackupError("The backup contains something that this version doesn't know.");
  }
}
