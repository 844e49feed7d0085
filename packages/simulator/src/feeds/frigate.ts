import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Plate update of a tracked object in Frigate, forwarded over HTTP; its time is in seconds. */
export function toFrigatePush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, confidence } = detected;
  return toJsonPush({
    type: "lpr",
    id: eventId,
    camera,
    name: null,
    plate: plate.replaceAll(" ", ""),
    score: confidence,
    timestamp: at.getTime() / 1000,
  });
}
