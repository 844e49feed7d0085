import type { Movement } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";

/** A change of a variable's value: a counted event or a manual correction. */
export interface Step {
  kind: Movement["kind"];
  variableId: number;
  delta: number;
  at: Date;
  /** Author and reason of a correction. */
  by?: string;
  reason?: string;
  eventId?: number;
}

/**
 * Stores steps and updates all values that depend on them, in the transaction of their cause. Safe to run
 * concurrently without deadlocks.
 */
export async function moveVariables(tx: Tx, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await sql`select move_variables(${JSON.stringify(steps)}::jsonb)`.execute(tx);
}
