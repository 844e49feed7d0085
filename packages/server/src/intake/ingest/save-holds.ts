import { findIn } from "@gatehouse/contract/collections";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import type { Site } from "../../gate/site-cache.ts";
import { confirmCounted, confirmSeen, insertHolds, insertPassUses } from "./access-statements.ts";
import { dependsOnPresence } from "./load-access.ts";
import type { PipelinedTransaction } from "./pipelined-transaction.ts";

type Run = PipelinedTransaction["run"];

/** The gate whose loop counted a vehicle. */
function findCountedGate({ gateOfSensor }: Site, { module, sensorId }: Outcome["event"]): number[] {
  const gate = module === "LOOP_DETECTOR" ? findIn(gateOfSensor, sensorId) : undefined;
  return gate ? [gate.id] : [];
}

/** Confirms the earlier passages of vehicles that were read again, then stores the granted ones. */
export async function saveHolds(run: Run, site: Site, outcomes: readonly Outcome[]): Promise<void> {
  const seen = dependsOnPresence(site)
    ? outcomes.map((outcome) => outcome.seen).filter((one) => one !== undefined)
    : [];
  const counted = dependsOnPresence(site) ? outcomes.flatMap(({ event }) => findCountedGate(site, event)) : [];
  const holds = outcomes.flatMap(({ hold, event }) => (hold ? [{ ...hold, module: event.module }] : []));
  const used = outcomes.flatMap(({ usedPassId, event }) => (usedPassId === undefined ? [] : [{ usedPassId, event }]));
  // Pipelined statements run in their order.
  await Promise.all([
    seen.length > 0 &&
      run(confirmSeen, [
        seen.map(({ vehicle }) => vehicle),
        seen.map(({ gateId }) => gateId),
        seen.map(({ hasPassed }) => hasPassed),
        seen.map(({ direction }) => direction),
        seen.map(({ fromAreaId }) => fromAreaId),
      ]),
    counted.length > 0 && run(confirmCounted, [counted]),
    used.length > 0 &&
      run(insertPassUses, [
        used.map(({ usedPassId }) => usedPassId),
        used.map(({ event }) => event.id),
        used.map(({ event }) => event.receivedAt),
      ]),
    holds.length > 0 && run(insertHolds, [JSON.stringify(holds), site.configs.passageSeconds]),
  ]);
}
