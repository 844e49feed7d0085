import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** A plate read of Tattile. */
export function toTattilePush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = detected;
  return toJsonPush({
    format: "tattile",
    id: eventId,
    camera,
    time: at.toISOString(),
    plate,
    confidence,
    direction: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    vehicle: vehicleType,
  });
}
