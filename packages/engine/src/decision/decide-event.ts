import { countIn } from "@gatehouse/contract/collections";
import type { AlertCause } from "@gatehouse/contract/entities/alert-type";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { planOverspeed } from "../commands/plan.ts";
import { toWiredDisplay } from "../commands/wiring.ts";
import { countSlots } from "../counting/slots.ts";
import { countPulse, countVehicles } from "../counting/vehicles.ts";
import type { NumberedEvent } from "../events/incoming-event.ts";
import { evaluateSpeed } from "../overspeed/overspeed.ts";
import type { Site } from "../site/site.ts";
import { decideAccessEvent } from "./access-event.ts";
import type { DecisionContext } from "./decision-context.ts";
import type { Outcome } from "./outcome.ts";
import { onlyStored, toEventRecord } from "./outcome.ts";
import { toVariables } from "./source-variables.ts";

/** The measured speed of a vehicle on a lane. */
function decideSpeed(site: Site, _context: DecisionContext, event: NumberedEvent): Outcome {
  const { detection, source, timing } = event;
  if (detection.kind !== "plate") throw new Error("expected a plate detection");
  const normalized = normalizeIdentifier(detection.plate);
  const decision = evaluateSpeed({
    plate: normalized === "" ? null : { raw: detection.plate, normalized },
    // A class reported by the device takes precedence over one derived from the type.
    vehicleType: detection.vehicleClass?.toUpperCase() ?? detection.vehicleType,
    speed: detection.speed,
    lane: source.camera?.lane ?? null,
    timing,
    isAfterwards: detection.isAfterwards,
    isModuleActive: site.modules.OSD,
  });
  // Lanes have no displays of their own: all displays of the module show the message.
  const displays = [...site.displays.values()].filter(({ scope }) => scope === "osd").map(toWiredDisplay);
  const record = {
    ...toEventRecord(event, decision.trace, decision.status),
    lp: normalized,
    lpRaw: detection.plate,
    plateNormalized: normalized,
    vehicleType: detection.vehicleType,
    direction: detection.direction,
    confidence: detection.confidence,
    speed: detection.speed,
    speedLimit: decision.speedLimit,
  };
  return { ...onlyStored(record), commands: planOverspeed(decision.signText, displays) };
}

/** Vehicles counted by a camera. */
function decideCount(site: Site, _context: DecisionContext, event: NumberedEvent): Outcome {
  const { detection } = event;
  if (detection.kind !== "count") throw new Error("expected a count");
  const { steps, status, trace } = countVehicles(detection, toVariables(event), site.modules.CAMERA_COUNTING);
  const row = toEventRecord(event, trace, status);
  const count = Number.isSafeInteger(detection.count) ? Math.min(Math.max(detection.count, 0), 2 ** 31 - 1) : 0;
  return { ...onlyStored({ ...row, vehicleType: detection.vehicleClass, count }), steps };
}

/** A pulse of a loop detector. */
function decidePulse(site: Site, _context: DecisionContext, event: NumberedEvent): Outcome {
  const { steps, status, trace } = countPulse(toVariables(event), site.modules.LOOP_DETECTOR);
  const direction = trace.direction ?? event.source.sensor?.gateType ?? null;
  return { ...onlyStored({ ...toEventRecord(event, trace, status), direction }), steps };
}

/** Longer than a push waits to be stored. */
const maxWaitMs = 60_000;

/** A report from the future was stored before the clock stepped back; it must not outrank newer ones. */
const ignoreFuture = (reportedAt: Date | null, receivedAt: Date): Date | null =>
  reportedAt && reportedAt.getTime() - receivedAt.getTime() > maxWaitMs ? null : reportedAt;

/** Reported slot states. */
function decideSlots(site: Site, context: DecisionContext, event: NumberedEvent): Outcome {
  const { detection, source, receivedAt } = event;
  if (detection.kind !== "slots") throw new Error("expected slot states");
  // A report from a fast clock counts as received now, so it does not outlive later reports.
  const occurredAt = new Date(Math.min(event.occurredAt.getTime(), receivedAt.getTime()));
  const variables = source.counters.flatMap((counter) => {
    const state = context.slots.get(counter.id);
    return state ? [{ ...counter, ...state, reportedAt: ignoreFuture(state.reportedAt ?? null, receivedAt) }] : [];
  });
  const report = { occurredAt, slots: detection.slots };
  const { steps, status, slotErrors, reportedIds, trace } = countSlots(report, variables, site.modules.EPLD);
  // A sensor error is not a report of the slot's state, so earlier reports stay in force.
  const reported = variables.filter(({ id }) => reportedIds.includes(id));
  const deltas = new Map(steps.map(({ variableId, delta }) => [variableId, delta]));
  const occupancy = detection.slots.map(({ name, state }) => ({ spaceId: name, classification: state }));
  return {
    ...onlyStored({ ...toEventRecord(event, trace, status), occupancy }),
    steps,
    alerts: slotErrors.map((slot) => slotAlert(event, slot)),
    slotReports: reported.map(({ id, current }) => ({
      variableId: id,
      current: current + countIn(deltas, id),
      at: occurredAt,
    })),
  };
}

/** A slot sensor reports an error. */
function slotAlert({ source }: NumberedEvent, slot: string): AlertCause {
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

type Decide = (site: Site, context: DecisionContext, event: NumberedEvent) => Outcome;

const deciders: Record<EventModule, Decide> = {
  ANPR_ACCESS_CONTROL: decideAccessEvent,
  RFID_ACCESS_CONTROL: decideAccessEvent,
  OSD: decideSpeed,
  EPLD: decideSlots,
  LOOP_DETECTOR: decidePulse,
  CAMERA_COUNTING: decideCount,
};

/**
 * Decides one event: what is stored, counted, commanded and sent because of it. Pure: the same arguments always give the
 * same outcome, so stored events can be replayed. Pass the outcome to `applyOutcome` before deciding the next event.
 */
export const decideEvent: Decide = (site, context, event) => deciders[event.module](site, context, event);
