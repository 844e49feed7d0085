import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Decision of a Survision camera, which names itself in a header. */
export function toSurvisionPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, confidence, images } = detected;
  const decision = {
    "@plate": plate.replaceAll(" ", ""),
    "@reliability": String(Math.round(confidence * 100)),
    jpeg: images.full.toString("base64"),
  };
  return {
    ...toJsonPush({ anpr: { "@date": String(at.getTime()), "@id": eventId, decision } }),
    headers: { "survision-serial-number": camera },
  };
}
