import type { Tx } from "../database/database.ts";

/** The gates that a person is limited to; null means all. */
export type GateLimit = readonly number[] | null;

/** Whether a person may see what happened at a gate. What happened at no gate is shown only to people without a limit. */
export const isOwnGate = (limit: GateLimit, gateId: number | null): boolean =>
  limit === null || (gateId !== null && limit.includes(gateId));

/** Checks and limits a call for a person who is limited to gates. */
export interface GateLimitedCall {
  /** Rejects the record in the path if the person may not access it. */
  check(params: unknown): Promise<void>;
  /** Runs a write; rejects it if it changes what belongs to other gates. */
  guard<T>(tx: Tx, params: unknown, work: () => Promise<T>): Promise<T>;
  /** Leaves out the rows of the response that the person may not see. */
  filter(response: unknown): Promise<unknown>;
  /** Removes the names of other records from an error. */
  hideNames(error: unknown): unknown;
}
