import { ensured, type SiteApi } from "../gatehouse/api-client.ts";
import { type GatePlan, gatePlans } from "../plan/gate-plan.ts";
import { type Actuators, relayKey } from "./actuators.ts";
import { cameraKey, type SavedCameras } from "./cameras.ts";
import type { Sensors } from "./sensors.ts";
import type { Signs } from "./signs.ts";

/** What gates are made of. */
export interface GateParts {
  readonly cameras: SavedCameras;
  readonly sensors: Sensors;
  readonly actuators: Actuators;
  readonly signs: Signs;
}

/** Enters the gates and wires each one up. */
export async function enterGates(api: SiteApi, parts: GateParts): Promise<void> {
  const existing = await api.call("GET /gates", {});
  for (const plan of gatePlans) {
    await ensured(
      existing,
      ({ name }) => name === plan.label,
      () => api.call("POST /gates", { body: wired(plan, parts) }),
    );
  }
}

function wired(plan: GatePlan, { cameras, sensors, actuators, signs }: GateParts) {
  const actuator = (place: GatePlan["buzzer"]) => (place && actuators.get(relayKey(place))) ?? null;
  const displays = [signs.get(plan.sign ?? ""), actuator(plan.lamp)];
  return {
    name: plan.label,
    type: plan.direction,
    cameraId: cameras.get(cameraKey(plan.camera.device, plan.camera.id))?.id ?? null,
    sensorId: sensors.get(plan.reader ?? "")?.id ?? null,
    boomBarrierId: actuator(plan.barrier),
    buzzerId: actuator(plan.buzzer),
    displayIds: displays.filter((id) => id !== null && id !== undefined),
  };
}
