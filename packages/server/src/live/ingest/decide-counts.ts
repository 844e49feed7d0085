import { normalizeIdentifier } from "@gatehouse/contract/fields/normalize-identifier";
import { planOverspeed } from "@gatehouse/engine/commands/plan";
import { countSlots } from "@gatehouse/engine/counting/slots";
import { countPulse, countVehicles } from "@gatehouse/engine/counting/vehicles";
import { judgeSpeed } from "@gatehouse/engine/overspeed/overspeed";
import type { AlertCause } from "../../entities/alert/alert.store.ts";
import type { Arrival } from "./arrival.ts";
import type { Known } from "./known.ts";
import { eventRow, type Outcome, onlyStored } from "./outcome.ts";
import type { Site } from "./site.ts";
import { wiredDisplay } from "./wired.ts";

const withoutValue = ({ source }: Arrival) => source.counters.map((counter) => ({ ...counter, current: 0 }));

/** ENG-2: a vehicle with its speed, on a lane. */
export function decideSpeed(site: Site, id: number, arrival: Arrival): Outcome {
  const { sighting, source, timing } = arrival;
  if (sighting.kind !== "plate") throw new Error("a speed comes with a plate, or with none that could be read");
  const normalized = normalizeIdentifier(sighting.plate);
  const decision = judgeSpeed({
    plate: normalized === "" ? null : { raw: sighting.plate, normalized },
    // What the device tells apart goes before what its words are taken for.
    vehicleType: sighting.vehicleClass?.toUpperCase() ?? sighting.vehicleType,
    speed: sighting.speed,
    lane: source.camera?.lane ?? null,
    timing,
    isAfterwards: sighting.isAfterwards,
    isModuleActive: site.modules.OSD,
  });
  // A lane has no signs of its own: the module's displays say it.
  const displays = [...site.displays.values()].filter(({ scope }) => scope === "osd").map(wiredDisplay);
  const event = {
    ...eventRow(id, arrival, decision.trace, decision.status),
    lp: normalized,
    lpRaw: sighting.plate,
    plateNormalized: normalized,
    vehicleType: sighting.vehicleType,
    direction: sighting.direction,
    confidence: sighting.confidence,
    speed: sighting.speed,
    speedLimit: decision.speedLimit,
  };
  return { ...onlyStored(event), commands: planOverspeed(decision.signText, displays) };
}

/** ENG-3: vehicles that a counting camera counted. */
export function decideCount(site: Site, id: number, arrival: Arrival): Outcome {
  const { sighting } = arrival;
  if (sighting.kind !== "count") throw new Error("only a count is counted");
  const { steps, status, trace } = countVehicles(sighting, withoutValue(arrival), site.modules.CAMERA_COUNTING);
  const row = eventRow(id, arrival, trace, status);
  const count = Number.isSafeInteger(sighting.count) ? Math.min(Math.max(sighting.count, 0), 2 ** 31 - 1) : 0;
  return { ...onlyStored({ ...row, vehicleType: sighting.vehicleClass, count }), steps };
}

/** ENG-3: a pulse of a loop. */
export function decidePulse(site: Site, id: number, arrival: Arrival): Outcome {
  const { steps, status, trace } = countPulse(withoutValue(arrival), site.modules.LOOP_DETECTOR);
  const direction = trace.direction ?? arrival.source.sensor?.gateType ?? null;
  return { ...onlyStored({ ...eventRow(id, arrival, trace, status), direction }), steps };
}

/** Longer than a push waits to be stored. */
const longestWaitMs = 60_000;

/** SAFE-2: a report from the future was stored before our clock stepped back; it must not outrank newer ones. */
const believable = (toldAt: Date | null, receivedAt: Date): Date | null =>
  toldAt && toldAt.getTime() - receivedAt.getTime() > longestWaitMs ? null : toldAt;

/** ENG-3: slots whose state was told. */
export function decideSlots(site: Site, known: Known, id: number, arrival: Arrival): Outcome {
  const { sighting, source, receivedAt } = arrival;
  if (sighting.kind !== "slots") throw new Error("only slots are told");
  // What is told by a clock that is ahead is of now: it must not outlive what is told after it.
  const occurredAt = new Date(Math.min(arrival.occurredAt.getTime(), receivedAt.getTime()));
  const variables = source.counters.flatMap((counter) => {
    const state = known.slots.get(counter.id);
    return state ? [{ ...counter, ...state, toldAt: believable(state.toldAt ?? null, receivedAt) }] : [];
  });
  const report = { occurredAt, slots: sighting.slots };
  const { steps, status, slotErrors, toldIds, trace } = countSlots(report, variables, site.modules.EPLD);
  // An error tells nothing of the slot: news from before it are still news.
  const told = variables.filter(({ id: variableId }) => toldIds.includes(variableId));
  const deltas = new Map(steps.map(({ variableId, delta }) => [variableId, delta]));
  for (const { id: variableId, current } of told)
    known.slots.set(variableId, { current: current + (deltas.get(variableId) ?? 0), toldAt: occurredAt });
  const occupancy = sighting.slots.map(({ name, state }) => ({ spaceId: name, classification: state }));
  return {
    ...onlyStored({ ...eventRow(id, arrival, trace, status), occupancy }),
    steps,
    alerts: slotErrors.map((slot) => slotAlert(arrival, slot)),
    told: told.map(({ id: variableId }) => ({ variableId, at: occurredAt })),
  };
}

/** ALERT-6: a slot sensor that reports an error. */
function slotAlert({ source }: Arrival, slot: string): AlertCause {
  const owner = source.camera ? `camera ${source.camera.id}` : `slot controller ${source.controller?.id}`;
  return {
    type: "EPLD_PZQUBE_SLOT_ERROR",
    scope: "epld",
    subject: `${owner} slot ${slot}`,
    title: "Slot sensor error",
    description: `The sensor of slot "${slot}" of "${source.name}" reports an error.`,
    additionalInfo: { error: `Slot "${slot}" reports an error`, source: source.name, slot },
  };
}
