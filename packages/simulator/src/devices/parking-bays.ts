import { type Camera, type DevicePlan, slotControllerPlans } from "../plan/device-plan.ts";

/** A parking bay that a camera or slot controller watches. */
export interface Bay {
  readonly device: string;
  /** The device's id of the camera or slot controller. */
  readonly source: string;
  /** The id of the slot at the camera or slot controller. */
  readonly slot: string;
}

/** A bay with the names used in events and on pages. */
export interface NamedBay extends Bay {
  readonly name: string;
  /** Name of the camera or slot controller. */
  readonly watcher: string;
}

export interface BayOccupancy {
  isOccupied(bay: Bay): boolean;
  park(bay: Bay): void;
  leave(bay: Bay): void;
}

const toKey = ({ device, source, slot }: Bay) => JSON.stringify([device, source, slot]);

/** Creates an occupancy in which every bay is free. */
export function createBayOccupancy(): BayOccupancy {
  const occupied = new Set<string>();
  return {
    isOccupied: (bay) => occupied.has(toKey(bay)),
    park: (bay) => void occupied.add(toKey(bay)),
    leave: (bay) => void occupied.delete(toKey(bay)),
  };
}

interface WatchingDevice {
  readonly plan: Pick<DevicePlan, "name">;
  readonly cameras: readonly Camera[];
}

/** Lists the bays that the cameras and slot controllers of these devices watch. */
export function listBays(devices: readonly WatchingDevice[]): NamedBay[] {
  const cameraBays = devices.flatMap(({ plan, cameras }) =>
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
  const deviceNames = new Set(devices.map(({ plan }) => plan.name));
  const controllerBays = slotControllerPlans
    .filter(({ device }) => deviceNames.has(device))
    .flatMap(({ device, uid, label, slots }) =>
      Array.from({ length: slots }, (_, index) => {
        const slot = String(index + 1);
        return { device, source: uid, slot, name: slot, watcher: label };
      }),
    );
  return [...cameraBays, ...controllerBays];
}
