import type { SimulatedDevice } from "../devices/simulated-device.ts";
import type { OutsideSystems } from "../external/external-systems.ts";
import { manners } from "../network/http-fault.ts";
import type { Camera, Slot } from "../plan/device-plan.ts";
import { ControlFault, type Fields, given, oneOf } from "./control-fields.ts";

/** What a device can be told to do, by the last part of the path. */
export const deviceActions: Readonly<
  Record<string, (device: SimulatedDevice, fields: Fields) => Promise<void> | void>
> = {
  behave: (device, { manner }) => device.behave(oneOf("manner", manners, manner)),
  reset: (device) => device.reset(),
  "add-camera": ({ cameras }, { name, id }) => {
    cameras.push({ id: fresh(cameras, id), name: given("name", name), slots: [], plates: ["NEW 1234"] });
  },
  "rename-camera": (device, { camera, name }) => {
    cameraOf(device, camera).name = given("name", name);
  },
  // As after a reset of the real thing: the same camera under another id.
  "renumber-camera": (device, { camera, id }) => {
    const renumbered = cameraOf(device, camera);
    renumbered.id = fresh(device.cameras, id);
  },
  "drop-camera": (device, { camera }) => drop(device.cameras, cameraOf(device, camera)),
  "add-slot": (device, { camera, name, id }) => {
    const { slots } = cameraOf(device, camera);
    slots.push({ id: fresh(slots, id), name: given("name", name) });
  },
  "rename-slot": (device, { camera, slot, name }) => {
    slotOf(cameraOf(device, camera), slot).name = given("name", name);
  },
  "drop-slot": (device, { camera, slot }) => {
    const from = cameraOf(device, camera);
    drop(from.slots, slotOf(from, slot));
  },
};

/** What the systems outside the site can be told to do. */
export const outsideActions: Readonly<Record<string, (outside: OutsideSystems, fields: Fields) => void>> = {
  behave: (outside, { manner }) => outside.behave(oneOf("manner", manners, manner)),
  reset: (outside) => outside.reset(),
  "add-vehicle": ({ mygate }, { plate, display }) => void mygate.add(given("plate", plate), display?.trim() ?? ""),
  "drop-vehicle": ({ mygate }, { refId }) => {
    if (!mygate.drop(given("refId", refId))) throw new ControlFault(404, `There is no vehicle ${refId}.`);
  },
};

function cameraOf({ cameras }: SimulatedDevice, id: string | undefined): Camera {
  return found(cameras, given("camera", id), "camera");
}

function slotOf({ slots }: Camera, id: string | undefined): Slot {
  return found(slots, given("slot", id), "slot");
}

function found<T extends Slot>(list: readonly T[], id: string, what: string): T {
  const item = list.find((known) => known.id === id);
  if (item === undefined) throw new ControlFault(404, `There is no ${what} ${id}.`);
  return item;
}

function drop<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

/** The wanted id, or the next free number. */
function fresh(list: readonly Slot[], wanted: string | undefined): string {
  const taken = new Set(list.map(({ id }) => id));
  const id = wanted?.trim() || String(Math.max(0, ...list.map((item) => Number(item.id) || 0)) + 1);
  if (taken.has(id)) throw new ControlFault(409, `The id ${id} is taken.`);
  return id;
}
