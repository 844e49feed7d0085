import { jsonPush, type Push, type SeenPlate } from "./push.ts";

/** What the Axis License Plate Verifier posts; its numbers are text. */
export function axisPush(seen: SeenPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, pictures, isAfterwards } = seen;
  const text = plate.replaceAll(" ", "");
  const stamp = at.toISOString().replaceAll(/[-:TZ.]/g, "");
  return jsonPush({
    packetCounter: "1",
    datetime: `${stamp.slice(0, 8)} ${stamp.slice(8)}`,
    capture_timestamp: String(at.getTime()),
    plateText: text,
    plateUTF8: text,
    plateASCII: text,
    plateCountry: "IN",
    plateConfidence: confidence.toFixed(6),
    carState: isAfterwards ? "lost" : "new",
    carID: eventId,
    carMoveDirection: direction === null ? "unknown" : { N: "in", X: "out" }[direction],
    camera_info: { SerialNumber: camera, ProductShortName: "AXIS simulated" },
    vehicle_info: { type: vehicleType.toLowerCase(), brand: "", model: "", color: "" },
    ImageArray: [
      { ImageType: "plate", ImageFormat: "jpg", BinaryImage: pictures.plate.toString("base64") },
      { ImageType: "vehicle", ImageFormat: "jpg", BinaryImage: pictures.full.toString("base64") },
    ],
  });
}
