import type { Sensor } from "@gatehouse/contract/entities/sensor";
import { type ApiClient, findOrCreate } from "../gatehouse/api-client.ts";
import type { BoardView } from "../hardware/hardware-views.ts";
import type { SimulatedReader } from "../hardware/simulated-reader.ts";
import { loopPlans, readerPlans } from "../plan/device-plan.ts";
import { findLoopInput } from "../plan/hardware-plan.ts";

/** Registered readers and loops by their name in the control API. */
export type RegisteredSensors = ReadonlyMap<string, Sensor>;

const ip = "127.0.0.1";

/** Finds the loops registered at an earlier start. */
export const findRegisteredLoops = (api: ApiClient): Promise<RegisteredSensors> =>
  findRegistered(api, "loop", loopPlans);

/** Registers the readers, which Gatehouse connects to, and the loops: one on an input is read, the others push. */
export async function registerSensors(
  api: ApiClient,
  readers: readonly Pick<SimulatedReader, "plan" | "port">[],
  boards: readonly BoardView[],
): Promise<RegisteredSensors> {
  const existing = [
    ...(await findRegisteredLoops(api)).values(),
    ...(await findRegistered(api, "ac", readerPlans)).values(),
  ];
  const registered = new Map<string, Sensor>();
  const register = async (plan: { name: string; label: string }, create: () => Promise<Sensor>) => {
    registered.set(plan.name, await findOrCreate(existing, ({ name }) => name === plan.label, create));
  };
  for (const { plan, port } of readers) {
    const { uid, label: name, direction: gtp, driver: drv } = plan;
    const body = { uid, name, scope: "ac" as const, additionalInfo: { ip, port, drv, gtp } };
    await register(plan, () => api.call("POST /sensors", { body }));
  }
  for (const [index, plan] of loopPlans.entries()) {
    const { uid, label: name, direction: gtp } = plan;
    const wire = findLoopInput(plan.name);
    const board = wire && boards.find((one) => one.name === wire.board);
    const additionalInfo = board
      ? { ip, gtp, drv: "modbus-tcp", port: board.port, channel: wire.input }
      : { ip, gtp, drv: "push", port: 5084, channel: index + 1 };
    await register(plan, () => api.call("POST /sensors", { body: { uid, name, scope: "loop", additionalInfo } }));
  }
  return registered;
}

async function findRegistered(
  api: ApiClient,
  module: "ac" | "loop",
  plans: readonly { name: string; label: string }[],
): Promise<RegisteredSensors> {
  const existing = await api.call("GET /sensors/{module}", { params: { module } });
  return new Map(
    plans.flatMap(({ name, label }) => {
      const sensor = existing.find((one) => one.name === label);
      return sensor ? [[name, sensor] as const] : [];
    }),
  );
}
