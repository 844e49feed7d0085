import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

// Gatehouse's own format; see docs/devices.md.

/** Fields of every event in this format. */
export interface GatehouseEvent {
  readonly eventId: string;
  /** The device's id of the camera or slot controller; null for a reader or loop. */
  readonly source: string | null;
  readonly at: Date;
}

const toPush = (type: string, { eventId, source, at }: GatehouseEvent, content: object): Push =>
  toJsonPush({ type, id: eventId, ...(source === null ? {} : { source }), at: at.toISOString(), ...content });

/** A plate read, with images. */
export function toPlatePush(detected: DetectedPlate): Push {
  const { camera, plate, confidence, direction, vehicleType, speed, images } = detected;
  return toPush(
    "plate",
    { ...detected, source: camera },
    {
      plate,
      confidence,
      vehicleType,
      ...(direction === null ? {} : { direction }),
      ...(speed === null ? {} : { speed }),
      images: { full: images.full.toString("base64"), plate: images.plate.toString("base64") },
    },
  );
}

/** Vehicles that passed a counting camera. */
export const toCountPush = (
  event: GatehouseEvent,
  counted: { direction: "N" | "X"; vehicleClass: "2w" | "4w"; count: number },
): Push => toPush("count", event, counted);

export const toSlotsPush = (
  event: GatehouseEvent,
  slots: readonly { name: string; state: "free" | "occupied" | "error" }[],
): Push => toPush("slots", event, { slots });

/** A pulse of a loop detector. */
export const toLoopPush = (event: GatehouseEvent): Push => toPush("loop", event, {});
