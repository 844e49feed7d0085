import { type DetectedPlate, type Push, toJsonPush } from "./push.ts";

/** Webhook of UniFi Protect's Alarm Manager; it has neither a direction nor a confidence. */
export function toUnifiProtectPush(detected: DetectedPlate): Push {
  const { eventId, camera, plate, at, images } = detected;
  const value = plate.replaceAll(" ", "");
  const trigger = { device: camera, key: "license_plate_unknown", value, eventId, timestamp: at.getTime() };
  return toJsonPush({
    alarm: {
      name: "Plates",
      sources: [{ device: camera, type: "include" }],
      conditions: [{ condition: { type: "is", source: "license_plate_unknown" } }],
      triggers: [{ ...trigger, group: { name: value }, zones: { zone: [1], line: [], loiter: [] } }],
      thumbnail: `data:image/jpeg;base64,${images.full.toString("base64")}`,
    },
    timestamp: at.getTime(),
  });
}
