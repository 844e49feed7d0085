import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Read in the form of Genetec's LPR ingestion. */
export function toGenetecPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, images } = detected;
  return toJsonPush({
    ReferenceReadId: eventId,
    ReferenceCameraId: camera,
    CameraName: "Simulated camera",
    Plate: plate.replaceAll(" ", ""),
    Confidence: confidence.toFixed(2),
    VehicleDirection: direction === null ? "Unknown" : { N: "In", X: "Out" }[direction],
    ReadTimeUtc: at.toISOString(),
    PlateImage: images.plate.toString("base64"),
    ContextImage: images.full.toString("base64"),
  });
}
