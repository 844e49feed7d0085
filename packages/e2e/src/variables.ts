import type { Term } from "@gatehouse/contract/entities/variable/equation";
import type { Variable } from "@gatehouse/contract/entities/variable/variable.schema";
import type { VariableScope } from "@gatehouse/contract/entities/variable/variable-scope";
import type { Locator, Page } from "@playwright/test";
import { dialog } from "./screen.ts";
import type { Site } from "./site.ts";

/** The pages of variables. */
export const variablePages: Record<VariableScope, string> = {
  epld: "/epld/variables",
  cc: "/camera-counting/variables",
  "rfid-ac": "/access-control/rfidos/variables",
  loop: "/loop-detector/variables",
};

/** A device whose cameras are entered by hand. */
export const addCameraDevice = ({ call }: Site, scope: "epld" | "cc") =>
  call("POST /ai-devices", { body: { vendor: "bosch", label: "Cameras", scope, ip: "127.0.0.1", apiPort: 9 } });

/** A camera that tells which of its slots are free. */
export const addSlotCamera = ({ call }: Site, aiDeviceId: number, name: string, slots: number, uid = "1") =>
  call("POST /cameras/bosch/epld", { body: { aiDeviceId, ip: "127.0.0.1", port: 80, name, uid, slots } });

/** A camera that counts vehicles one way. */
export const addCountingCamera = ({ call }: Site, aiDeviceId: number, name: string, gateType: "N" | "X", uid: string) =>
  call("POST /cameras/bosch/cc", {
    body: { aiDeviceId, ip: "127.0.0.1", port: 80, name, uid, gateType, vehicleTypes: ["2w", "4w"] },
  });

/** A device with one slot controller. */
export async function addSlotController({ call }: Site, name: string, slots: number): Promise<void> {
  const { id: aiDeviceId } = await call("POST /ai-devices", {
    body: { vendor: "pz_qube", label: "Qube", scope: "epld" },
  });
  const additionalInfo = { ip: "127.0.0.1", port: 80, slots, prp: "1", adr: "00-1A-2B-3C-4D-5E" };
  await call("POST /slot-controllers", { body: { aiDeviceId, uid: "7", name, additionalInfo } });
}

/** A number with a name. */
export const addConstant = ({ call }: Site, scope: VariableScope, name: string, value: number, publish = false) =>
  call("POST /variables", { body: { type: "constant", scope, name, value, publish } });

/** An equation over others: the first is added, the rest as their signs say. */
export const addDynamic = (
  { call }: Site,
  scope: VariableScope,
  name: string,
  [first, ...rest]: readonly [Variable, ...(readonly ["+" | "-", Variable])[]],
): Promise<Variable> => {
  const value: Term[] = [{ type: "variable", id: first.id }];
  for (const [sign, { id }] of rest) {
    value.push({ type: "operation", operation: sign === "+" ? "addition" : "subtraction" }, { type: "variable", id });
  }
  return call("POST /variables", { body: { type: "dynamic", scope, name, value } });
};

/** A scope's variable by its name, as it is now. */
export async function variableNamed({ call }: Site, scope: VariableScope, name: string): Promise<Variable> {
  const all = await call("GET /variables", { query: { scope } });
  const found = all.find((variable) => variable.name === name);
  if (found === undefined) throw new Error(`there is no variable ${name}`);
  return found;
}

/** Counts a variable by hand. */
export const correct = ({ call }: Site, { id }: Variable, value: number, reason: string): Promise<Variable> =>
  call("POST /variables/{id}/corrections", { params: { id }, body: { value, reason } });

/** One of the tables of the page. */
export const table = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });

/** A variable's row. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });

/** What is behind a number. */
export const drawer = (page: Page): Locator => dialog(page, "Behind this number");

/** The field of an equation. */
export const equation = (within: Locator): Locator => within.getByRole("combobox", { name: "Equation", exact: true });

/** A site with entries, exits and a capacity: 3 in, 1 out of 100. */
export async function addCarPark(site: Site) {
  const capacity = await addConstant(site, "cc", "Capacity", 100);
  const { id } = await addCameraDevice(site, "cc");
  const camera = await addCountingCamera(site, id, "Ramp in", "N", "1");
  await addCountingCamera(site, id, "Ramp out", "X", "2");
  const entries = await variableNamed(site, "cc", "Ramp in 4w Entry");
  const exits = await variableNamed(site, "cc", "Ramp out 4w Exit");
  await correct(site, entries, 3, "Counted");
  await correct(site, exits, 1, "Counted");
  return { capacity, camera, entries, exits };
}
