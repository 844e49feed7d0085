import { jsonPush, type Push, type SeenPlate } from "./push.ts";

/** The webhook of a Plate Recognizer stream; plates are in lower case and times in UTC. */
export function plateRecognizerPush(seen: SeenPlate): Push {
  const { eventId, camera, plate, at, direction, confidence, vehicleType } = seen;
  const text = plate.replaceAll(" ", "").toLowerCase();
  const degrees = { N: 180, X: 0 } as const;
  return jsonPush({
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
