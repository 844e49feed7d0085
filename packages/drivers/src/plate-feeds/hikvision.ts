import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, type Payload, plainAnswer } from "./feed.ts";
import { decodeImage, imagesOr } from "./images.ts";
import { elementText, textOf, valueAt } from "./payload-values.ts";
import { ratioOrPercent, speedOf, toDetections } from "./plate-report.ts";

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
  ...plateFormats.hikvision,
  recognises: (payload) => alertIn(payload) !== undefined,
  read: (payload) => {
    const alert = alertIn(payload);
    const eventType = textOf(valueAt(alert, "eventType")) ?? "unnamed";
    if (eventType.toUpperCase() !== "ANPR") return ignored(`A Hikvision "${eventType}" message without a plate.`);
    const anpr = valueAt(alert, "ANPR");
    const plate = elementText(valueAt(anpr, "licensePlate") ?? valueAt(anpr, "originalLicensePlate"));
    return toDetections([
      {
        ownId: textOf(valueAt(alert, "UUID")),
        isAcceptedUnidentified: true,
        timeText: textOf(valueAt(alert, "dateTime")),
        source:
          textOf(valueAt(alert, "channelID")) ??
          textOf(valueAt(alert, "macAddress")) ??
          textOf(valueAt(alert, "ipAddress")),
        at: parseTime(valueAt(alert, "dateTime"), payload),
        plate: withoutColour(plate),
        confidence: ratioOrPercent(valueAt(anpr, "confidenceLevel") ?? valueAt(anpr, "confidence")),
        direction: directionOf(valueAt(anpr, "direction")),
        vehicleType: textOf(valueAt(anpr, "vehicleType"), 64),
        vehicleClass: isTwoWheeler(anpr) ? "2w" : null,
        speed: speedOf(valueAt(anpr, "vehicleInfo", "speed")),
        images: imagesOr(imagesIn(anpr), payload),
      },
    ]);
  },
  answer: plainAnswer,
};

// A colour is followed by the character of the province; 黑A and 青A are provinces themselves.
const colourPrefix = /^\s*(?:蓝|黄绿|渐变绿|黄|白|黑|绿|青)(?=\p{Script=Han}[A-Za-z])/u;

/** FEED-1: the plate without the colour that Chinese firmware puts in front of it. */
const withoutColour = (plate: unknown): unknown =>
  typeof plate === "string" ? plate.replace(colourPrefix, "") : plate;

const imagesIn = (anpr: unknown): DetectionImage[] => [
  ...decodeImage("full", valueAt(anpr, "image", "vehicleImage")),
  ...decodeImage("plate", valueAt(anpr, "image", "plateImage")),
];
