import { findIn } from "@gatehouse/contract/collections";
import type { Gate } from "@gatehouse/contract/entities/gate";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import { findLoopInput } from "../plan/hardware-plan.ts";
import type { RegisteredAreas } from "./access-areas.ts";
import { type RegisteredActuators, toRelayKey } from "./actuators.ts";
import { type RegisteredCameras, toCameraKey } from "./cameras.ts";
import type { RegisteredSensors } from "./sensors.ts";
import type { RegisteredSigns } from "./signs.ts";

/** Registered parts that gates refer to. */
export interface GateParts {
  readonly cameras: RegisteredCameras;
  readonly sensors: RegisteredSensors;
  readonly actuators: RegisteredActuators;
  readonly signs: RegisteredSigns;
  readonly areas: RegisteredAreas;
}

/** Registered gates by their name in the control API. */
export type RegisteredGates = ReadonlyMap<string, Gate>;

/** Registers the gates with their cameras, hardware and areas. */
export async function registerGates(api: ApiClient, parts: GateParts): Promise<RegisteredGates> {
  const existing = await api.call("GET /gates", {});
  const registered = new Map<string, Gate>();
  for (const plan of gatePlans) {
    const gate = await findOrCreate(
      existing,
      ({ name }) => name === plan.label,
      () => api.call("POST /gates", { body: toDraft(plan, parts) }),
    );
    registered.set(plan.name, gate);
  }
  return registered;
}

function toDraft(plan: GatePlan, { cameras, sensors, actuators, signs, areas }: GateParts) {
  const findActuator = (relay: GatePlan["buzzer"]) => (relay && actuators.get(toRelayKey(relay))) ?? null;
  const displays = [findIn(signs, plan.sign), findActuator(plan.lamp)];
  return {
    name: plan.label,
    type: plan.direction,
    cameraId: cameras.get(toCameraKey(plan.camera.device, plan.camera.id))?.id ?? null,
    sensorId: findIn(sensors, plan.reader)?.id ?? null,
    // One on an input would show whether a vehicle waits, but the loops are behind the barriers.
    loopId: plan.loop === null || findLoopInput(plan.loop) ? null : (sensors.get(plan.loop)?.id ?? null),
    boomBarrierId: findActuator(plan.barrier),
    buzzerId: findActuator(plan.buzzer),
    displayIds: displays.filter((id) => id !== null && id !== undefined),
    fromAreaId: findIn(areas, plan.areas.from) ?? null,
    toAreaId: findIn(areas, plan.areas.to) ?? null,
  };
}
