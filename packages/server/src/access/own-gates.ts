import { gateErrors } from "@gatehouse/contract/gate-scope";
import { type GateLimit, isOwnGate } from "../platform/http/gate-limit.ts";
import { httpError } from "../platform/http/http-error.ts";

/** Rejects what applies to all gates (no ids), or to another gate, to a person who is limited to gates. */
export function requireOwnGates(limit: GateLimit, gateIds: readonly number[]): void {
  if (limit === null) return;
  if (gateIds.length === 0) throw httpError("auth/not-permitted", { message: gateErrors.site });
  if (gateIds.every((gateId) => isOwnGate(limit, gateId))) return;
  throw httpError("auth/not-permitted", { message: gateErrors.record });
}
