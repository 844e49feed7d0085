import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Webhook of Plate Recognizer Stream; plates are in lower case, times in UTC. */
export function toPlateRecognizerPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = detected;
  const text = plate.replaceAll(" ", "").toLowerCase();
  const degrees = { N: 180, X: 0 } as const;
  return toJsonPush({
    hook: { target: "gatehouse", id: eventId, event: "recognition", filename: `${camera}/${eventId}.jpg` },
    data: {
      camera_id: camera,
      filename: `${camera}/${eventId}.jpg`,
      timestamp: at.toISOString(),
      timestamp_local: at.toISOString(),
      results: [
        {
          plate: text,
          score: confidence,
          dscore: confidence,
          box: { xmin: 196, ymin: 248, xmax: 444, ymax: 302 },
          region: { code: "in", score: 0.9 },
          vehicle: { type: vehicleType, score: 0.9 },
          direction: direction === null ? null : degrees[direction],
          candidates: [{ plate: text, score: confidence }],
        },
      ],
    },
  });
}
