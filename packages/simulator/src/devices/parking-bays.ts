import { type Camera, type DevicePlan, slotControllerPlans } from "../plan/device-plan.ts";

/** A place to park, and who watches it: a camera or a slot controller of a device. */
export interface Bay {
  readonly device: string;
  readonly source: string;
  /** The watcher's own id for the slot. */
  readonly slot: string;
}

/** Who stands where. */
export interface ParkedCars {
  isTaken(bay: Bay): boolean;
  park(bay: Bay): void;
  leave(bay: Bay): void;
  reset(): void;
}

const keyOf = ({ device, source, slot }: Bay) => JSON.stringify([device, source, slot]);

/** Starts with every bay free. */
export function emptyBays(): ParkedCars {
  const taken = new Set<string>();
  return {
    isTaken: (bay) => taken.has(keyOf(bay)),
    park: (bay) => void taken.add(keyOf(bay)),
    leave: (bay) => void taken.delete(keyOf(bay)),
    reset: () => taken.clear(),
  };
}

/** A bay with the names that people and events use for it. */
export interface NamedBay extends Bay {
  readonly name: string;
  /** The camera or controller that watches it. */
  readonly watcher: string;
}

/** What is watched by a device. */
interface Watching {
  readonly plan: Pick<DevicePlan, "name">;
  readonly cameras: readonly Camera[];
}

/** Every bay that a camera or a slot controller of the site watches now. */
export function baysOf(devices: readonly Watching[]): NamedBay[] {
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
