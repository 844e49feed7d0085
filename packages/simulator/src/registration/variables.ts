import type { Api } from "@gatehouse/contract/api";
import type { CallInput } from "@gatehouse/contract/endpoint";
import type { Term, Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import type { ApiClient } from "../gatehouse/api-client.ts";
import { siteCapacity } from "../plan/access-plan.ts";
import { slotControllerPlans } from "../plan/device-plan.ts";
import { type RegisteredCameras, toCameraKey } from "./cameras.ts";

/** Registered variables by scope and name: `cc/Free places`. */
export type RegisteredVariables = ReadonlyMap<string, Variable>;

/** Registers constants and equations over the counts of cameras, sensors and loops. */
export async function registerVariables(
  api: ApiClient,
  cameras: RegisteredCameras,
  controllers: ReadonlyMap<string, number>,
): Promise<RegisteredVariables> {
  const registered = new Map<string, Variable>();
  await registerCounts(await loadScope(api, "cc", registered), cameras);
  await registerDecks(await loadScope(api, "epld", registered), cameras, controllers);
  await registerPassages(await loadScope(api, "loop", registered), "Cars by loop");
  const tags = await registerPassages(await loadScope(api, "rfid-ac", registered), "Cars by tag");
  if (tags && tags.displayName === null) await mapToDashboard(api, tags);
  return registered;
}

type Draft = CallInput<Api["POST /variables"]>["body"];
type Body = Draft extends infer One ? (One extends Draft ? Omit<One, "name" | "scope"> : never) : never;

interface Scope {
  readonly bases: readonly Variable[];
  add(name: string, body: Body): Promise<Variable>;
}

async function loadScope(api: ApiClient, scope: VariableScope, registered: Map<string, Variable>): Promise<Scope> {
  const existing = await api.call("GET /variables", { query: { scope } });
  return {
    bases: existing.filter(({ type }) => type === "base"),
    add: async (name, body) => {
      const found = existing.find((variable) => variable.name === name && variable.type !== "base");
      const variable = found ?? (await api.call("POST /variables", { body: { ...body, name, scope } as Draft }));
      registered.set(`${scope}/${name}`, variable);
      return variable;
    },
  };
}

/** The equation that adds `plus` and subtracts `minus`. */
function toSum(plus: readonly Variable[], minus: readonly Variable[] = []): Term[] {
  const toTerms = (operation: "addition" | "subtraction") => (variable: Variable) => [
    { type: "operation" as const, operation },
    { type: "variable" as const, id: variable.id },
  ];
  return [...plus.flatMap(toTerms("addition")), ...minus.flatMap(toTerms("subtraction"))].slice(1);
}

const filterDirection = (variables: readonly Variable[], direction: "Entry" | "Exit") =>
  variables.filter(({ name }) => name.endsWith(` ${direction}`));

/** Cars inside and free places, from the counts of the ramp cameras. */
async function registerCounts({ bases, add }: Scope, cameras: RegisteredCameras): Promise<void> {
  const ids = ["31", "32"].map((id) => cameras.get(toCameraKey("ramp-count", id))?.id);
  const ramps = bases.filter(({ cameraId }) => cameraId !== null && ids.includes(cameraId));
  if (ramps.length === 0) return;
  // An equation cannot mix entry and exit, so each has its own.
  const cameIn = await add("Came in", { type: "dynamic", value: toSum(filterDirection(ramps, "Entry")) });
  const wentOut = await add("Went out", { type: "dynamic", value: toSum(filterDirection(ramps, "Exit")) });
  const capacity = await add("Capacity", { type: "constant", value: siteCapacity });
  const inside = await add("Cars inside", { type: "dynamic", value: toSum([cameIn], [wentOut]), publish: true });
  await add("Free places", { type: "dynamic", value: toSum([capacity], [inside]), publish: true });
}

/** Free slots of each camera and slot controller. */
async function registerDecks(
  { bases, add }: Scope,
  cameras: RegisteredCameras,
  controllers: ReadonlyMap<string, number>,
): Promise<void> {
  const free: Variable[] = [];
  for (const [key, { id, name }] of cameras) {
    const slots = bases.filter(({ cameraId }) => cameraId === id);
    if (!key.startsWith("deck-watch/") || slots.length === 0) continue;
    free.push(await add(`${name} free`, { type: "camera", cameraId: id, value: toSum(slots), publish: true }));
  }
  for (const { device, uid, label } of slotControllerPlans) {
    const sensorId = controllers.get(toCameraKey(device, uid));
    const slots = bases.filter((base) => base.cameraId === null && base.sensorId === sensorId);
    if (sensorId === undefined || slots.length === 0) continue;
    free.push(await add(`${label} free`, { type: "sensor", sensorId, value: toSum(slots), publish: true }));
  }
  if (free.length > 0) await add("All decks free", { type: "dynamic", value: toSum(free), publish: true });
}

/** Shows a variable as a gauge on the Reporting page. */
const mapToDashboard = (api: ApiClient, { id }: Variable) =>
  api.call("POST /variables/{id}/dashboard-mapping", {
    params: { id },
    body: { displayName: "Cars inside, by tag", maxValue: siteCapacity },
  });

/** Entries minus exits. */
async function registerPassages({ bases, add }: Scope, name: string): Promise<Variable | undefined> {
  if (bases.length === 0) return undefined;
  return add(name, {
    type: "dynamic",
    value: toSum(filterDirection(bases, "Entry"), filterDirection(bases, "Exit")),
    publish: true,
  });
}
