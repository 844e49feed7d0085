import type { Api } from "@gatehouse/contract/api";
import type { CallInput } from "@gatehouse/contract/endpoint";
import type { Term } from "@gatehouse/contract/entities/variable/equation";
import type { Variable } from "@gatehouse/contract/entities/variable/variable.schema";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import type { SiteApi } from "../gatehouse/api-client.ts";
import { slotControllerPlans } from "../plan/device-plan.ts";
import { cameraKey, type SavedCameras } from "./cameras.ts";

/** Variables by scope and name: `cc/Free places`. */
export type Variables = ReadonlyMap<string, Variable>;

/** How many cars the simulated site has room for. */
const capacity = 120;

const insideName = "Cars inside";

/** How many cars Gatehouse counts inside; none where nobody has entered that variable. */
export async function countedInside(api: SiteApi): Promise<number> {
  const variables = await api.call("GET /variables", { query: { scope: "cc" } });
  return variables.find(({ name }) => name === insideName)?.computedValue ?? 0;
}

/** Enters constants and equations over what the site's cameras, sensors and loops count. */
export async function enterVariables(
  api: SiteApi,
  cameras: SavedCameras,
  controllers: ReadonlyMap<string, number>,
): Promise<Variables> {
  const known = new Map<string, Variable>();
  await enterCounts(await openScope(api, "cc", known), cameras);
  await enterDecks(await openScope(api, "epld", known), cameras, controllers);
  await enterPassages(await openScope(api, "loop", known), "Cars by loop");
  await enterPassages(await openScope(api, "rfid-ac", known), "Cars by tag");
  return known;
}

type Draft = CallInput<Api["POST /variables"]>["body"];
type Body = Draft extends infer One ? (One extends Draft ? Omit<One, "name" | "scope"> : never) : never;

interface Scope {
  readonly bases: readonly Variable[];
  add(name: string, body: Body): Promise<Variable>;
}

async function openScope(api: SiteApi, scope: VariableScope, known: Map<string, Variable>): Promise<Scope> {
  const existing = await api.call("GET /variables", { query: { scope } });
  return {
    bases: existing.filter(({ type }) => type === "base"),
    add: async (name, body) => {
      const found = existing.find((one) => one.name === name && one.type !== "base");
      const variable = found ?? (await api.call("POST /variables", { body: { ...body, name, scope } as Draft }));
      known.set(`${scope}/${name}`, variable);
      return variable;
    },
  };
}

/** Everything in `plus` added up, everything in `minus` taken off. */
function sum(plus: readonly Variable[], minus: readonly Variable[] = []): Term[] {
  const term = (operation: "addition" | "subtraction") => (variable: Variable) => [
    { type: "operation" as const, operation },
    { type: "variable" as const, id: variable.id },
  ];
  return [...plus.flatMap(term("addition")), ...minus.flatMap(term("subtraction"))].slice(1);
}

const going = (variables: readonly Variable[], way: "Entry" | "Exit") =>
  variables.filter(({ name }) => name.endsWith(` ${way}`));

/** How many cars are inside by the ramp cameras, and how many more find a place. */
async function enterCounts({ bases, add }: Scope, cameras: SavedCameras): Promise<void> {
  const ids = ["31", "32"].map((id) => cameras.get(cameraKey("ramp-count", id))?.id);
  const ramps = bases.filter(({ cameraId }) => cameraId !== null && ids.includes(cameraId));
  if (ramps.length === 0) return;
  // VAR-4: a person cannot choose entry and exit in one equation, so each way has its own.
  const cameIn = await add("Came in", { type: "dynamic", value: sum(going(ramps, "Entry")) });
  const wentOut = await add("Went out", { type: "dynamic", value: sum(going(ramps, "Exit")) });
  const places = await add("Capacity", { type: "constant", value: capacity });
  const inside = await add(insideName, { type: "dynamic", value: sum([cameIn], [wentOut]), publish: true });
  await add("Free places", { type: "dynamic", value: sum([places], [inside]), publish: true });
}

/** How many slots each camera and each slot controller sees free. */
async function enterDecks(
  { bases, add }: Scope,
  cameras: SavedCameras,
  controllers: ReadonlyMap<string, number>,
): Promise<void> {
  const free: Variable[] = [];
  for (const [key, { id, name }] of cameras) {
    const slots = bases.filter(({ cameraId }) => cameraId === id);
    if (!key.startsWith("deck-watch/") || slots.length === 0) continue;
    free.push(await add(`${name} free`, { type: "camera", cameraId: id, value: sum(slots), publish: true }));
  }
  for (const { device, uid, label } of slotControllerPlans) {
    const sensorId = controllers.get(cameraKey(device, uid));
    const slots = bases.filter((base) => base.cameraId === null && base.sensorId === sensorId);
    if (sensorId === undefined || slots.length === 0) continue;
    free.push(await add(`${label} free`, { type: "sensor", sensorId, value: sum(slots), publish: true }));
  }
  if (free.length > 0) await add("All decks free", { type: "dynamic", value: sum(free), publish: true });
}

/** What went in less what came out. */
async function enterPassages({ bases, add }: Scope, name: string): Promise<void> {
  if (bases.length === 0) return;
  await add(name, { type: "dynamic", value: sum(going(bases, "Entry"), going(bases, "Exit")), publish: true });
}
