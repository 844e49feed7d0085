import type { SimulatedDevice } from "../devices/simulated-device.ts";
import { httpFaults } from "../network/http-fault.ts";
import type { Camera, Slot } from "../plan/device-plan.ts";
import { ControlError, type Fields, findByKey, parseOneOf, requireText } from "./control-fields.ts";

/** Actions on one device, by the last segment of the path. */
export const deviceActions: Readonly<
  Record<string, (device: SimulatedDevice, fields: Fields) => Promise<void> | void>
> = {
  "set-fault": (device, { fault }) => device.setFault(parseOneOf("fault", httpFaults, fault)),
  reset: (device) => device.reset(),
  "add-camera": ({ cameras }, { name, id }) => {
    cameras.push({ id: createId(cameras, id), name: requireText("name", name), slots: [], plates: ["NEW 1234"] });
  },
  "rename-camera": (device, { camera, name }) => {
    findCamera(device, camera).name = requireText("name", name);
  },
  // The same camera under another id, as after a factory reset of a real device.
  "renumber-camera": (device, { camera, id }) => {
    const renumbered = findCamera(device, camera);
    renumbered.id = createId(device.cameras, id);
  },
  "drop-camera": (device, { camera }) => remove(device.cameras, findCamera(device, camera)),
  "add-slot": (device, { camera, name, id }) => {
    const { slots } = findCamera(device, camera);
    slots.push({ id: createId(slots, id), name: requireText("name", name) });
  },
  "rename-slot": (device, { camera, slot, name }) => {
    findSlot(findCamera(device, camera), slot).name = requireText("name", name);
  },
  "drop-slot": (device, { camera, slot }) => {
    const owner = findCamera(device, camera);
    remove(owner.slots, findSlot(owner, slot));
  },
};

function findCamera({ cameras }: SimulatedDevice, id: string | undefined): Camera {
  return findByKey(cameras, (camera) => camera.id, requireText("camera", id), "camera");
}

function findSlot({ slots }: Camera, id: string | undefined): Slot {
  return findByKey(slots, (slot) => slot.id, requireText("slot", id), "slot");
}

function remove<T>(list: T[], item: T): void {
  list.splice(list.indexOf(item), 1);
}

/** Returns the requested id, or the next free number. */
function createId(list: readonly Slot[], requested: string | undefined): string {
  const ids = new Set(list.map(({ id }) => id));
  const id = requested?.trim() || String(Math.max(0, ...list.map((item) => Number(item.id) || 0)) + 1);
  if (ids.has(id)) throw new ControlError(409, `The id ${id} is already in use.`);
  return id;
}
