import type { SlotController } from "@gatehouse/contract/entities/slot-controller";
import type { Term, Variable, VariableScope } from "@gatehouse/contract/entities/variable";
import type { Locator, Page } from "@playwright/test";
import { dialog } from "./page-parts.ts";
import type { Site, SiteCalls } from "./site.ts";

export const variablePages: Record<VariableScope, string> = {
  epld: "/epld/variables",
  cc: "/camera-counting/variables",
  "rfid-ac": "/access-control/rfidos/variables",
  loop: "/loop-detector/variables",
};

/** Adds a device whose cameras are entered manually. */
export const addCameraDevice = ({ call }: Site, scope: "epld" | "cc") =>
  call("POST /ai-devices", { body: { vendor: "bosch", label: "Cameras", scope, ip: "127.0.0.1", apiPort: 9 } });

export const addSlotCamera = ({ call }: Site, aiDeviceId: number, name: string, slots: number, uid = "1") =>
  call("POST /cameras/bosch/epld", { body: { aiDeviceId, ip: "127.0.0.1", port: 80, name, uid, slots } });

/** Adds a camera that counts vehicles in one direction. */
export const addCountingCamera = ({ call }: Site, aiDeviceId: number, name: string, gateType: "N" | "X", uid: string) =>
  call("POST /cameras/bosch/cc", {
    body: { aiDeviceId, ip: "127.0.0.1", port: 80, name, uid, gateType, vehicleTypes: ["2w", "4w"] },
  });

/** Adds a device with one slot controller. */
export async function addSlotController({ call }: SiteCalls, name: string, slots: number): Promise<SlotController> {
  const { id: aiDeviceId } = await call("POST /ai-devices", {
    body: { vendor: "pz_qube", label: "Qube", scope: "epld" },
  });
  const additionalInfo = { ip: "127.0.0.1", port: 80, slots, prp: "1", adr: "00-1A-2B-3C-4D-5E" };
  return call("POST /slot-controllers", { body: { aiDeviceId, uid: "7", name, additionalInfo } });
}

export const addConstant = (
  { call }: Pick<Site, "call">,
  scope: VariableScope,
  name: string,
  value: number,
  publish = false,
) => call("POST /variables", { body: { type: "constant", scope, name, value, publish } });

/** Adds a dynamic variable: the first variable, plus or minus the others. */
export const addDynamic = (
  { call }: SiteCalls,
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

export async function findVariable({ call }: SiteCalls, scope: VariableScope, name: string): Promise<Variable> {
  const all = await call("GET /variables", { query: { scope } });
  const found = all.find((variable) => variable.name === name);
  if (found === undefined) throw new Error(`There is no variable ${name}`);
  return found;
}

/** Corrects the value of a counted variable. */
export const correctVariable = (
  { call }: SiteCalls,
  { id }: Variable,
  value: number,
  reason: string,
): Promise<Variable> => call("POST /variables/{id}/corrections", { params: { id }, body: { value, reason } });

export const table = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });

export const variableRow = (page: Page, name: string): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("cell", { name, exact: true }) });

/** The drawer with the events and corrections of a value. */
export const drawer = (page: Page): Locator => dialog(page, "Behind this number");

/** The input of an equation. */
export const equation = (within: Locator): Locator => within.getByRole("combobox", { name: "Equation", exact: true });

/** Adds counting cameras for entry and exit and a capacity: 3 in, 1 out, of 100. */
export async function addCarPark(site: Site) {
  const capacity = await addConstant(site, "cc", "Capacity", 100);
  const { id } = await addCameraDevice(site, "cc");
  const camera = await addCountingCamera(site, id, "Ramp in", "N", "1");
  await addCountingCamera(site, id, "Ramp out", "X", "2");
  const entries = await findVariable(site, "cc", "Ramp in 4w Entry");
  const exits = await findVariable(site, "cc", "Ramp out 4w Exit");
  await correctVariable(site, entries, 3, "Counted");
  await correctVariable(site, exits, 1, "Counted");
  return { capacity, camera, entries, exits };
}
