import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Plate group of OpenALPR and Rekor Scout. */
export function toOpenalprPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType, images } = detected;
  const text = plate.replaceAll(" ", "");
  const degrees = { N: 180, X: 0 } as const;
  return toJsonPush({
    data_type: "alpr_group",
    version: 2,
    epoch_start: at.getTime() - 400,
    epoch_end: at.getTime(),
    camera_id: camera,
    agent_uid: "simulated-agent",
    is_preview: false,
    best_uuid: eventId,
    best_plate_number: text,
    best_confidence: confidence * 100,
    best_region: "in",
    travel_direction: direction === null ? null : degrees[direction],
    best_plate: {
      plate: text,
      confidence: confidence * 100,
      plate_crop_jpeg: images.plate.toString("base64"),
    },
    vehicle_crop_jpeg: images.full.toString("base64"),
    vehicle: { body_type: [{ name: vehicleType.toLowerCase(), confidence: 90 }] },
  });
}
