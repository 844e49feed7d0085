import type { Camera } from "@gatehouse/contract/entities/camera";
import type { SlotController } from "@gatehouse/contract/entities/slot-controller";
import { type Variable, type VariableScope, valueOfEquation } from "@gatehouse/contract/entities/variable";
import { addConstant } from "@gatehouse/e2e/variables";
import type { FakeSite } from "./fake-site.ts";

/** Lists the variables of a scope with the values of their equations, the oldest first. */
export function answerVariables(site: FakeSite): void {
  const rows = <Row>(path: string) => site.rows(path) as never as readonly Row[];
  const read = (id: number, field: "computedValue" | "totalCapacity"): number => {
    const variable = site.find("/variables", id) as never as Variable;
    if (variable.type === "base") return variable[field] ?? 0;
    return typeof variable.value === "number"
      ? variable.value
      : valueOfEquation(variable.value, (term) => read(term, field));
  };
  const sourceOf = ({ cameraId, sensorId }: Variable) =>
    [...rows<Camera>("/cameras"), ...rows<SlotController>("/slot-controllers")].find(
      ({ id }) => id === cameraId || id === sensorId,
    );
  site.respond("GET /variables", ({ query: { scope } }) =>
    rows<Variable>("/variables")
      .filter((variable) => variable.scope === scope)
      .map((variable) => ({
        ...variable,
        computedValue: read(variable.id, "computedValue"),
        totalCapacity: scope === "epld" ? read(variable.id, "totalCapacity") : null,
        sourceName: sourceOf(variable)?.name ?? null,
      }))
      .toReversed(),
  );
}

/** Adds a camera without variables. */
export const addCamera = (site: FakeSite, module: Camera["module"], name: string): Camera =>
  site.add("POST /cameras/{module}", { name, module, status: "saved" });

/** Adds a variable that hardware counts. */
export const addBase = (
  site: FakeSite,
  scope: VariableScope,
  name: string,
  computedValue = 0,
  source: Partial<Variable> = {},
): Variable => site.add("POST /variables", { type: "base", scope, name, value: [], computedValue, ...source });

/** Adds the variables of free slots. */
export function addSlots(site: FakeSite, source: Camera | SlotController, slots: number): void {
  const from = "module" in source ? { cameraId: source.id } : { sensorId: source.id };
  for (let slot = 1; slot <= slots; slot += 1) {
    addBase(site, "epld", `${source.name} Slot ${slot}`, 1, { totalCapacity: 1, ...from });
  }
}

/** Adds what cameras of an entry and an exit count, and a capacity: 3 in, 1 out, of 100. */
export async function addCounts(site: FakeSite) {
  const capacity = await addConstant(site, "cc", "Capacity", 100);
  addBase(site, "cc", "Ramp in 2w Entry");
  const entries = addBase(site, "cc", "Ramp in 4w Entry", 3);
  addBase(site, "cc", "Ramp out 2w Exit");
  const exits = addBase(site, "cc", "Ramp out 4w Exit", 1);
  return { capacity, entries, exits };
}
