import { randomUUID } from "node:crypto";
import type { NamedBay } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import { carPictures } from "../feeds/car-images.ts";
import { countPush, loopPush, type OwnEvent, slotsPush, tagPush } from "../feeds/gatehouse.ts";
import type { Push } from "../feeds/push.ts";
import type { FeedName } from "../feeds/registry.ts";
import { feedTitles, plateFeeds } from "../feeds/registry.ts";
import type { Gatehouse, Said } from "../gatehouse/gatehouse-link.ts";
import { handEnteredCameras, sensorPlans } from "../plan/device-plan.ts";

/** When something was seen and by which id, where that is not now and a new one: to tell it late, or twice. */
export interface Told {
  readonly eventId?: string | undefined;
  readonly at?: Date | undefined;
}

/** A plate in front of a camera. */
export interface PlateRead extends Told {
  readonly device: string;
  readonly camera: string;
  readonly plate: string;
  readonly vehicleType: string;
  readonly feed: FeedName;
  readonly direction?: "N" | "X" | undefined;
  readonly speed?: number | undefined;
  readonly isAfterwards?: boolean | undefined;
}

/** What cameras, readers, loops and slot sensors tell Gatehouse. */
export interface Sightings {
  plate(read: PlateRead): Promise<Said>;
  tag(reader: string, tag: string, told?: Told): Promise<Said>;
  count(
    camera: { device: string; camera: string },
    counted: { direction: "N" | "X"; vehicleClass: "2w" | "4w"; count: number },
    told?: Told,
  ): Promise<Said>;
  pulse(loop: string, told?: Told): Promise<Said>;
  /** Slots of one watcher. */
  slots(bays: readonly NamedBay[], state: (bay: NamedBay) => "free" | "occupied" | "error"): Promise<Said>;
}

const confidence = 0.96;

/** Lets the devices speak; one that is unplugged says nothing. */
export function openSightings(gatehouse: Gatehouse, devices: readonly SimulatedDevice[]): Sightings {
  async function say(from: string, text: string, push: Push): Promise<Said> {
    const device = devices.find(({ plan }) => plan.name === from);
    if (device?.manner() !== "refusing") return gatehouse.push(from, text, push);
    return { at: new Date(), from, text, status: null, answer: "It is unplugged and says nothing." };
  }
  const stamp = (source: string | null, { eventId = randomUUID(), at = new Date() }: Told = {}): OwnEvent => ({
    eventId,
    source,
    at,
  });
  const cameraName = ({ device, camera }: { device: string; camera: string }) =>
    devices.find(({ plan }) => plan.name === device)?.cameras.find(({ id }) => id === camera)?.name ??
    handEnteredCameras.find((one) => one.device === device && one.uid === camera)?.label ??
    camera;
  const sensorName = (name: string) => sensorPlans.find((plan) => plan.name === name)?.label ?? name;

  return {
    plate: async ({ device, camera, plate, vehicleType, feed, direction, speed, isAfterwards = false, ...told }) => {
      const name = cameraName({ device, camera });
      const { eventId, at } = stamp(camera, told);
      const push = await plateFeeds[feed]({
        eventId,
        camera,
        plate,
        at,
        direction: direction ?? null,
        confidence,
        vehicleType,
        speed: speed ?? null,
        pictures: await carPictures(name, plate, at),
        isAfterwards,
      });
      const pace = speed === undefined ? "" : ` at ${speed} kmph`;
      return say(device, `${name} read ${plate}${pace} (${feedTitles[feed]})`, push);
    },
    tag: (reader, tag, told) => say(reader, `${sensorName(reader)} read tag ${tag}`, tagPush(stamp(null, told), tag)),
    count: (from, counted, told) => {
      const words = `${cameraName(from)} counted ${counted.count} × ${counted.vehicleClass} ${counted.direction === "N" ? "in" : "out"}`;
      return say(from.device, words, countPush(stamp(from.camera, told), counted));
    },
    pulse: (loop, told) => say(loop, `${sensorName(loop)} felt a car`, loopPush(stamp(null, told))),
    slots: (bays, state) => {
      const [first] = bays;
      const slots = bays.map((bay) => ({ name: bay.name, state: state(bay) }));
      const words =
        slots.length === 1 ? `${slots[0]?.name} is ${slots[0]?.state}` : `${slots.length} slots as they are`;
      const push = slotsPush(stamp(first?.source ?? null), slots);
      return say(first?.device ?? "", `${first?.watcher}: ${words}`, push);
    },
  };
}
