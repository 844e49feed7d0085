import { accessFaults } from "@gatehouse/contract/entities/access/access.messages";
import type { Clock } from "../platform/clock.ts";
import { refuse } from "../platform/http/refusal.ts";

/** Refuses an end in the past, because it would have no effect; null never ends. */
export function requireFuture(until: string | null, clock: Pick<Clock, "now">): void {
  if (until === null || Date.parse(until) > clock.now().getTime()) return;
  const message = accessFaults.inThePast;
  throw refuse("request/invalid", { message, errors: [{ path: "until", message }] });
}
