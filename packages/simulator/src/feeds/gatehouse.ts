import { jsonPush, type Push, type SeenPlate } from "./push.ts";

// Gatehouse's own format, as docs/devices.md has it.

/** What every event of the format has. */
export interface OwnEvent {
  readonly eventId: string;
  /** The device's own id of the camera or controller; a reader or loop speaks for itself. */
  readonly source: string | null;
  readonly at: Date;
}

const own = (type: string, { eventId, source, at }: OwnEvent, content: object): Push =>
  jsonPush({ type, id: eventId, ...(source === null ? {} : { source }), at: at.toISOString(), ...content });

/** A plate, with its pictures. */
export function platePush(seen: SeenPlate): Push {
  const { camera, plate, confidence, direction, vehicleType, speed, pictures } = seen;
  return own(
    "plate",
    { ...seen, source: camera },
    {
      plate,
      confidence,
      vehicleType,
      ...(direction === null ? {} : { direction }),
      ...(speed === null ? {} : { speed }),
      images: { full: pictures.full.toString("base64"), plate: pictures.plate.toString("base64") },
    },
  );
}

/** A tag at a reader. */
export const tagPush = (event: OwnEvent, tag: string): Push => own("tag", event, { tag });

/** Vehicles that passed a counting camera. */
export const countPush = (
  event: OwnEvent,
  counted: { direction: "N" | "X"; vehicleClass: "2w" | "4w"; count: number },
): Push => own("count", event, counted);

/** Slots and who stands in them. */
export const slotsPush = (
  event: OwnEvent,
  slots: readonly { name: string; state: "free" | "occupied" | "error" }[],
): Push => own("slots", event, { slots });

/** A pulse of a loop in the ground. */
export const loopPush = (event: OwnEvent): Push => own("loop", event, {});
