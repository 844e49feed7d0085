import type { Sensor } from "@gatehouse/contract/entities/sensor/sensor.schema";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import type { BoardView } from "../hardware/hardware-views.ts";
import { type SensorPlan, sensorPlans } from "../plan/device-plan.ts";
import { findLoopInput } from "../plan/hardware-plan.ts";

/** Registered readers and loops by their name in the control API. */
export type RegisteredSensors = ReadonlyMap<string, Sensor>;

const toModule = ({ kind }: SensorPlan) => (kind === "reader" ? "ac" : "loop");

/** Finds the readers and loops registered at an earlier start. */
export async function findRegisteredSensors(api: ApiClient): Promise<RegisteredSensors> {
  const found = new Map<string, Sensor>();
  for (const plan of sensorPlans) {
    const existing = await api.call("GET /sensors/{module}", { params: { module: toModule(plan) } });
    const sensor = existing.find(({ name }) => name === plan.label);
    if (sensor) found.set(plan.name, sensor);
  }
  return found;
}

/** Registers the readers and loops. A loop on an input is read by the server; the others push their events. */
export async function registerSensors(api: ApiClient, boards: readonly BoardView[]): Promise<RegisteredSensors> {
  const existing = [...(await findRegisteredSensors(api)).values()];
  const registered = new Map<string, Sensor>();
  for (const [index, plan] of sensorPlans.entries()) {
    const sensor = await findOrCreate(
      existing,
      ({ name }) => name === plan.label,
      () => createSensor(api, plan, index + 1, boards),
    );
    registered.set(plan.name, sensor);
  }
  return registered;
}

function createSensor(
  api: ApiClient,
  { kind, name: planName, uid, label: name, direction: gtp }: SensorPlan,
  channel: number,
  boards: readonly BoardView[],
): Promise<Sensor> {
  const info = { ip: "127.0.0.1", drv: "push", gtp };
  if (kind === "reader") return api.call("POST /sensors", { body: { uid, name, scope: "ac", additionalInfo: info } });
  const wire = findLoopInput(planName);
  const board = wire && boards.find((one) => one.name === wire.board);
  const additionalInfo = board
    ? { ...info, drv: "modbus-tcp", port: board.port, channel: wire.input }
    : { ...info, port: 5084, channel };
  return api.call("POST /sensors", { body: { uid, name, scope: "loop", additionalInfo } });
}
