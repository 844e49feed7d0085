import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import type { Clock } from "../platform/clock.ts";
import { httpError } from "../platform/http/http-error.ts";

/** Rejects an end in the past, because it would have no effect; null never ends. */
export function requireFuture(until: string | null, clock: Pick<Clock, "now">): void {
  if (until === null || Date.parse(until) > clock.now().getTime()) return;
  const message = accessErrors.inThePast;
  throw httpError("request/invalid", { message, errors: [{ path: "until", message }] });
}
