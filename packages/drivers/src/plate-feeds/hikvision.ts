import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { attachedImages } from "./images.ts";
import { elementText, textOf, valueAt } from "./payload-values.ts";
import { speedOf, toDetections, toFraction } from "./plate-report.ts";

const root = "EventNotificationAlert";

/** XML by default; newer firmware can send the same fields as JSON, with or without the root name. */
function alertIn({ xml, json }: Payload): unknown {
  const inner = valueAt(xml, root) ?? valueAt(json, root);
  if (inner !== undefined) return inner;
  return valueAt(json, "eventType") !== undefined && valueAt(json, "ANPR") !== undefined ? json : undefined;
}

const isTwoWheeler = (anpr: unknown) =>
  textOf(valueAt(anpr, "vehicleType")) === "twoWheelVehicle" || textOf(valueAt(anpr, "twoWheelVehicle")) === "yes";

/** Hikvision HTTP listening: EventNotificationAlert, alone or as anpr.xml in a multipart body with images. */
export const hikvision: Feed = {
  title: "Hikvision ANPR",
  recognises: (payload) => alertIn(payload) !== undefined,
  read: (payload) => {
    const alert = alertIn(payload);
    const eventType = textOf(valueAt(alert, "eventType")) ?? "unnamed";
    if (eventType.toUpperCase() !== "ANPR")
      return { ok: true, detections: [], detail: `A Hikvision "${eventType}" message without a plate.` };
    const anpr = valueAt(alert, "ANPR");
    const plate = elementText(valueAt(anpr, "licensePlate") ?? valueAt(anpr, "originalLicensePlate"));
    const timeText = textOf(valueAt(alert, "dateTime"));
    return toDetections([
      {
        ownId: textOf(valueAt(alert, "UUID")),
        timeText,
        source:
          textOf(valueAt(alert, "channelID")) ??
          textOf(valueAt(alert, "macAddress")) ??
          textOf(valueAt(alert, "ipAddress")),
        at: parseTime(valueAt(alert, "dateTime"), payload),
        plate,
        confidence: toFraction(valueAt(anpr, "confidenceLevel"), 100),
        direction: directionOf(valueAt(anpr, "direction")),
        vehicleType: textOf(valueAt(anpr, "vehicleType"), 64),
        vehicleClass: isTwoWheeler(anpr) ? "2w" : null,
        speed: speedOf(valueAt(anpr, "vehicleInfo", "speed")),
        images: attachedImages(payload),
      },
    ]);
  },
  answer: plainAnswer,
};
