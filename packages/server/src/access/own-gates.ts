import { gateRefusals } from "@gatehouse/contract/gate-scope";
import { type GateLimit, isOwnGate } from "../platform/http/gate-limit.ts";
import { refuse } from "../platform/http/refusal.ts";

/** Refuses what applies to all gates (no ids), or to another gate, to a person who is limited to gates. */
export function requireOwnGates(limit: GateLimit, gateIds: readonly number[]): void {
  if (limit === null) return;
  if (gateIds.length === 0) throw refuse("auth/not-permitted", { message: gateRefusals.site });
  if (gateIds.every((gateId) => isOwnGate(limit, gateId))) return;
  throw refuse("auth/not-permitted", { message: gateRefusals.record });
}
