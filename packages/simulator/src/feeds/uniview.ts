import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** A plate read of Uniview. */
export function toUniviewPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = detected;
  return toJsonPush({
    format: "uniview",
    id: eventId,
    camera,
    time: at.toISOString(),
    plate,
    confidence,
    direction: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    vehicle: vehicleType,
  });
}
