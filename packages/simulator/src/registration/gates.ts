import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
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
}

/** Registers the gates with their cameras and hardware. */
export async function registerGates(api: ApiClient, parts: GateParts): Promise<void> {
  const existing = await api.call("GET /gates", {});
  for (const plan of gatePlans) {
    await findOrCreate(
      existing,
      ({ name }) => name === plan.label,
      () => api.call("POST /gates", { body: toDraft(plan, parts) }),
    );
  }
}

function toDraft(plan: GatePlan, { cameras, sensors, actuators, signs }: GateParts) {
  const findActuator = (relay: GatePlan["buzzer"]) => (relay && actuators.get(toRelayKey(relay))) ?? null;
  const displays = [signs.get(plan.sign ?? ""), findActuator(plan.lamp)];
  return {
    name: plan.label,
    type: plan.direction,
    cameraId: cameras.get(toCameraKey(plan.camera.device, plan.camera.id))?.id ?? null,
    sensorId: sensors.get(plan.reader ?? "")?.id ?? null,
    boomBarrierId: findActuator(plan.barrier),
    buzzerId: findActuator(plan.buzzer),
    displayIds: displays.filter((id) => id !== null && id !== undefined),
  };
}
