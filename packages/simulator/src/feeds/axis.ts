import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Event of the Axis License Plate Verifier; it encodes numbers as text. */
export function toAxisPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, images, hasLeftView } = detected;
  const text = plate.replaceAll(" ", "");
  const stamp = at.toISOString().replaceAll(/[-:TZ.]/g, "");
  return toJsonPush({
    packetCounter: "1",
    datetime: `${stamp.slice(0, 8)} ${stamp.slice(8)}`,
    capture_timestamp: String(at.getTime()),
    plateText: text,
    plateUTF8: text,
    plateASCII: text,
    plateCountry: "IN",
    plateConfidence: confidence.toFixed(6),
    carState: hasLeftView ? "lost" : "new",
    carID: eventId,
    carMoveDirection: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    camera_info: { SerialNumber: camera, ProductShortName: "AXIS simulated" },
    vehicle_info: { type: vehicleType.toLowerCase(), brand: "", model: "", color: "" },
    ImageArray: [
      { ImageType: "plate", ImageFormat: "jpg", BinaryImage: images.plate.toString("base64") },
      { ImageType: "vehicle", ImageFormat: "jpg", BinaryImage: images.full.toString("base64") },
    ],
  });
}
