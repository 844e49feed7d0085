import type { SimulatedDevice } from "./device.ts";
import { slotControllerPlans } from "./device-plan.ts";
import type { Bay } from "./parked-cars.ts";

/** A bay with the names that people and events use for it. */
export interface NamedBay extends Bay {
  readonly name: string;
  /** The camera or controller that watches it. */
  readonly watcher: string;
}

/** Every bay that a camera or a slot controller of the site watches now. */
export function baysOf(devices: readonly SimulatedDevice[]): NamedBay[] {
  const ofCameras = devices.flatMap(({ plan, cameras }) =>
    cameras.flatMap((camera) =>
      camera.slots.map(({ id, name }) => ({
        device: plan.name,
        source: camera.id,
        slot: id,
        name,
        watcher: camera.name,
      })),
    ),
  );
  const known = new Set(devices.map(({ plan }) => plan.name));
  const ofControllers = slotControllerPlans
    .filter(({ device }) => known.has(device))
    .flatMap(({ device, uid, label, slots }) =>
      Array.from({ length: slots }, (_, index) => {
        const slot = String(index + 1);
        return { device, source: uid, slot, name: slot, watcher: label };
      }),
    );
  return [...ofCameras, ...ofControllers];
}
