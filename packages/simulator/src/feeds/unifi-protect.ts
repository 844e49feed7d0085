import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** A plate read of Unifi Protect. */
export function toUnifiProtectPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = detected;
  return toJsonPush({
    format: "unifi-protect",
    id: eventId,
    camera,
    time: at.toISOString(),
    plate,
    confidence,
    direction: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    vehicle: vehicleType,
  });
}
