import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** HTTP post of a Milesight camera; here its time has an offset, because the simulated site has no time zone. */
export function toMilesightPush(detected: DetectedPlate): Push {
  const { camera, plate, at, direction, confidence, vehicleType, speed, images } = detected;
  return toJsonPush({
    device: camera,
    time: at.toISOString().replace("T", " ").replace("Z", "+00:00"),
    plate: plate.replaceAll(" ", ""),
    type: "Visitor",
    direction: direction === null ? "Unknown" : { N: "Approach", X: "Away" }[direction],
    confidence: (confidence * 100).toFixed(1),
    speed: speed === null ? "-" : String(speed),
    detection_region: "1",
    vehicle_type: vehicleType,
    plate_image: images.plate.toString("base64"),
    full_image: images.full.toString("base64"),
  });
}
