import { randomUUID } from "node:crypto";
import type { NamedBay } from "../devices/parking-bays.ts";
import type { SimulatedDevice } from "../devices/simulated-device.ts";
import { renderCarImages } from "../feeds/car-images.ts";
import { type GatehouseEvent, toCountPush, toLoopPush, toSlotsPush } from "../feeds/gatehouse.ts";
import type { Push } from "../feeds/push.ts";
import { type FeedName, plateFeeds } from "../feeds/registry.ts";
import type { Delivery, GatehouseLink } from "../gatehouse/gatehouse-link.ts";
import { loopPlans, manualCameras, type ReaderPlan } from "../plan/device-plan.ts";

/** Id and time of an event; by default a new id and now. Set them to send an event late or twice. */
export interface EventStamp {
  readonly eventId?: string | undefined;
  readonly at?: Date | undefined;
}

/** A plate in front of a camera. */
export interface PlateRead extends EventStamp {
  readonly device: string;
  readonly camera: string;
  readonly plate: string;
  readonly vehicleType: string;
  readonly feed: FeedName;
  readonly direction?: "N" | "X" | undefined;
  readonly speed?: number | undefined;
  readonly hasLeftView?: boolean | undefined;
}

/** Sends the events of cameras, readers, loops and slot sensors to Gatehouse. */
export interface Detections {
  plate(read: PlateRead): Promise<Delivery>;
  /** Puts a tag into the field of a reader, which sends it over its connection to Gatehouse. */
  tag(reader: string, tag: string): Promise<Delivery>;
  count(
    camera: { device: string; camera: string },
    counted: { direction: "N" | "X"; vehicleClass: "2w" | "4w"; count: number },
    stamp?: EventStamp,
  ): Promise<Delivery>;
  pulse(loop: string, stamp?: EventStamp): Promise<Delivery>;
  /** Reports bays of one camera or slot controller. */
  slots(bays: readonly NamedBay[], toState: (bay: NamedBay) => "free" | "occupied" | "error"): Promise<Delivery>;
}

const confidence = 0.96;

/** A reader of the site, as far as traffic needs it. */
export interface TagReader {
  readonly plan: ReaderPlan;
  /** False if no client is connected. */
  read(tag: string): boolean;
}

/**
 * Creates the event sender; an unplugged device sends nothing. `occupyLoop` puts a car on a loop that Gatehouse reads, and
 * returns false for a loop that pushes.
 */
export function createDetections(
  gatehouse: GatehouseLink,
  devices: readonly SimulatedDevice[],
  readers: readonly TagReader[],
  occupyLoop: (loop: string) => boolean,
): Detections {
  async function send(from: string, text: string, push: Push, camera?: string): Promise<Delivery> {
    const device = devices.find(({ plan }) => plan.name === from);
    if (device?.fault() !== "refusing") return gatehouse.push(from, text, push, camera);
    return { at: new Date(), from, text, status: null, response: "Not sent: the device is unplugged." };
  }
  const toEvent = (
    source: string | null,
    { eventId = randomUUID(), at = new Date() }: EventStamp = {},
  ): GatehouseEvent => ({ eventId, source, at });
  const findCameraName = ({ device, camera }: { device: string; camera: string }) =>
    devices.find(({ plan }) => plan.name === device)?.cameras.find(({ id }) => id === camera)?.name ??
    manualCameras.find((plan) => plan.device === device && plan.uid === camera)?.label ??
    camera;
  const findLoopName = (name: string) => loopPlans.find((plan) => plan.name === name)?.label ?? name;

  return {
    plate: async ({ device, camera, plate, vehicleType, feed, direction, speed, hasLeftView = false, ...stamp }) => {
      const name = findCameraName({ device, camera });
      const { eventId, at } = toEvent(camera, stamp);
      const push = await plateFeeds[feed].toPush({
        eventId,
        camera,
        plate,
        at,
        direction: direction ?? null,
        confidence,
        vehicleType,
        speed: speed ?? null,
        images: await renderCarImages(name, plate, at),
        hasLeftView,
      });
      const speedText = speed === undefined ? "" : ` at ${speed} km/h`;
      return send(device, `${name} read ${plate}${speedText} (${plateFeeds[feed].title})`, push);
    },
    tag: async (name, tag) => {
      const reader = readers.find(({ plan }) => plan.name === name);
      const isRead = reader?.read(tag) === true;
      const text = `${reader?.plan.label ?? name} read tag ${tag}`;
      return gatehouse.record({
        at: new Date(),
        from: name,
        text,
        status: isRead ? 200 : null,
        response: isRead ? "Sent over the reader's connection." : "Not sent: Gatehouse is not connected to the reader.",
      });
    },
    count: (from, counted, stamp) => {
      const { count, vehicleClass, direction } = counted;
      const text = `${findCameraName(from)} counted ${count} × ${vehicleClass} ${direction === "N" ? "in" : "out"}`;
      return send(from.device, text, toCountPush(toEvent(from.camera, stamp), counted), from.camera);
    },
    pulse: async (loop, stamp) => {
      const text = `${findLoopName(loop)} detected a car`;
      if (occupyLoop(loop)) return { at: new Date(), from: loop, text, status: null, response: "" };
      return send(loop, text, toLoopPush(toEvent(null, stamp)));
    },
    slots: (bays, toState) => {
      const [first] = bays;
      const slots = bays.map((bay) => ({ name: bay.name, state: toState(bay) }));
      const text = slots.length === 1 ? `${slots[0]?.name} is ${slots[0]?.state}` : `state of ${slots.length} slots`;
      const push = toSlotsPush(toEvent(first?.source ?? null), slots);
      return send(first?.device ?? "", `${first?.watcher}: ${text}`, push);
    },
  };
}
