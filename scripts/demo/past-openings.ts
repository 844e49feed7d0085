import type { Outcome } from "../../packages/engine/src/decision/outcome.ts";
import { toBarrierPayload, toCommandRecord } from "../../packages/server/src/gate/command-payload.ts";
import type { CommandRecord } from "../../packages/server/src/gate/command-record.ts";
import type { Site } from "../../packages/server/src/gate/site-cache.ts";
import type { PastFault } from "../../packages/simulator/src/history/past-faults.ts";

/** A command with its result. */
export type PastCommand = CommandRecord & { readonly detail: string };

const [afterDenialMs, afterFaultMs] = [25_000, 40_000];
/** Of the denied vehicles at entries, one of this many is let in by hand. */
const deniedPerOpening = 12;
const reasons = ["Visitor", "Delivery", "Plate not readable"] as const;

/** The openings by hand that follow a decision: some denied visitors, and each vehicle at a broken barrier. */
export function toPastOpenings(site: Site, outcome: Outcome, fault: PastFault | undefined): PastCommand[] {
  const { event, gate } = outcome;
  const barrier = gate && site.gates.get(gate.id)?.barrier;
  const isFirst = event.isGranted !== undefined && event.isGranted !== null && outcome.joined === undefined;
  if (!gate || !barrier || !isFirst) return [];
  const isFaulty = fault !== undefined && event.isGranted === true;
  const isLetIn = event.isGranted === false && event.direction === "N" && event.id % deniedPerOpening === 0;
  if (!isFaulty && !isLetIn) return [];
  const at = new Date(event.receivedAt.getTime() + (isFaulty ? afterFaultMs : afterDenialMs));
  const target = { kind: "boomBarrier", id: barrier.id, name: barrier.name } as const;
  const opening = toCommandRecord({ kind: "open", target }, toBarrierPayload(site, barrier, at), at);
  const reason = isFaulty ? "Technical fault" : (reasons[(event.id / deniedPerOpening) % reasons.length] ?? "");
  // The manager works in the morning.
  const by = at.getUTCHours() < 6 ? "manager" : "guard";
  return [
    { ...opening, eventId: event.id, gateId: gate.id, module: event.module, by, reason, state: "accepted", detail: "" },
  ];
}
