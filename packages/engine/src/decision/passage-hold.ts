import type { AccessDecision } from "../access/access.ts";
import { passageAreas } from "../policy/policy.ts";
import type { SiteGate } from "../site/site.ts";
import type { PassageHold } from "./access-state.ts";
import type { EventRecord } from "./outcome.ts";

/** What a granted passage changes once it is confirmed; nothing without an area, a pass or a reservation. */
export function toHold(gate: SiteGate | null, decision: AccessDecision, record: EventRecord): PassageHold | null {
  const { isGranted, direction, grant, vehicle, groupIds } = decision;
  if (!gate || !isGranted || direction === null || vehicle === "") return null;
  const { from, to } = passageAreas(gate, direction);
  const isCounted = grant?.kind === "pass" || grant?.kind === "reservation";
  if (from === null && to === null && !isCounted) return null;
  return {
    gateId: gate.id,
    vehicle,
    eventId: record.id,
    at: record.receivedAt,
    direction,
    fromAreaId: from,
    toAreaId: to,
    groupIds,
    passId: grant?.kind === "pass" ? grant.id : null,
  };
}
