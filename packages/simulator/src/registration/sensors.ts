import type { Sensor } from "@gatehouse/contract/entities/sensor/sensor.schema";
import { ensured, type SiteApi } from "../gatehouse/api-client.ts";
import { type SensorPlan, sensorPlans } from "../plan/device-plan.ts";

/** Readers and loops by the simulated site's own names. */
export type Sensors = ReadonlyMap<string, Sensor>;

const moduleOf = ({ kind }: SensorPlan) => (kind === "reader" ? "ac" : "loop");

/** Readers and loops as they were entered at an earlier start. */
export async function knownSensors(api: SiteApi): Promise<Sensors> {
  const known = new Map<string, Sensor>();
  for (const plan of sensorPlans) {
    const existing = await api.call("GET /sensors/{module}", { params: { module: moduleOf(plan) } });
    const sensor = existing.find(({ name }) => name === plan.label);
    if (sensor) known.set(plan.name, sensor);
  }
  return known;
}

/** Enters the readers and loops; they push by themselves, so that the server never asks their address. */
export async function enterSensors(api: SiteApi): Promise<Sensors> {
  const known = [...(await knownSensors(api)).values()];
  const entered = new Map<string, Sensor>();
  for (const [index, plan] of sensorPlans.entries()) {
    const sensor = await ensured(
      known,
      ({ name }) => name === plan.label,
      () => add(api, plan, index + 1),
    );
    entered.set(plan.name, sensor);
  }
  return entered;
}

function add(api: SiteApi, { kind, uid, label: name, direction: gtp }: SensorPlan, channel: number): Promise<Sensor> {
  const at = { ip: "127.0.0.1", drv: "push", gtp };
  if (kind === "reader") return api.call("POST /sensors", { body: { uid, name, scope: "ac", additionalInfo: at } });
  const additionalInfo = { ...at, port: 5084, channel };
  return api.call("POST /sensors", { body: { uid, name, scope: "loop", additionalInfo } });
}
