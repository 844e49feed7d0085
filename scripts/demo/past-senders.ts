import type { Sender } from "../../packages/engine/src/events/incoming-event.ts";
import type { Site } from "../../packages/server/src/gate/site-cache.ts";
import { devicePlans, loopPlans, readerPlans } from "../../packages/simulator/src/plan/device-plan.ts";

/** Finds the registered device, reader or loop by its name in the plan of the simulated site. */
export function findSender({ devices, sensors }: Site, name: string): Sender | undefined {
  const planned = devicePlans.find((plan) => plan.name === name);
  const device = planned && [...devices.values()].find(({ label }) => label === planned.label);
  if (device) return { kind: "device", device };
  const sensorPlan = [...readerPlans, ...loopPlans].find((plan) => plan.name === name);
  const sensor = sensorPlan && [...sensors.values()].find((one) => one.name === sensorPlan.label);
  return sensor && { kind: "sensor", sensor };
}
