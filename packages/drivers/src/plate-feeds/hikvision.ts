import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type FeedResult, ignored, type Payload, plainResponse } from "./feed.ts";
import { attachedImages, decodeImage, imagesOr } from "./images.ts";
import { elementText, listOf, textOf, valueAt } from "./payload-values.ts";
import { firstPlate, ratioOrPercent, speedOf, toDetections } from "./plate-report.ts";

const root = "EventNotificationAlert";

/** XML by default; newer firmware can send the same fields as JSON, with or without the root name. */
function alertIn({ xml, json }: Payload): unknown {
  const inner = valueAt(xml, root) ?? valueAt(json, root);
  if (inner !== undefined) return inner;
  const isAlert =
    valueAt(json, "eventType") !== undefined && plateNames.some((name) => valueAt(json, name) !== undefined);
  return isAlert ? json : undefined;
}

const plateNames = ["ANPR", "licensePlate"];

/** The properties of the targets in ISAPI's metadata, by their description. */
function targetsIn({ xml }: Payload): readonly Readonly<Record<string, unknown>>[] | undefined {
  const metadata = valueAt(xml, "Metadata");
  if (valueAt(metadata, "DevInfo") === undefined && valueAt(metadata, "TargetDetection") === undefined)
    return undefined;
  return listOf(valueAt(metadata, "TargetDetection", "TargetList", "Target")).map((target) =>
    Object.fromEntries(
      listOf(valueAt(target, "PropertyList", "Property")).map((property) => [
        textOf(valueAt(property, "description")) ?? "",
        valueAt(property, "value"),
      ]),
    ),
  );
}

const isTwoWheeler = (anpr: unknown) =>
  textOf(valueAt(anpr, "vehicleType")) === "twoWheelVehicle" || textOf(valueAt(anpr, "twoWheelVehicle")) === "yes";

/** Hikvision: EventNotificationAlert, alone or as anpr.xml in a multipart body with images; and ISAPI's metadata. */
export const hikvision: Feed = {
  ...plateFormats.hikvision,
  recognises: (payload) => alertIn(payload) !== undefined || targetsIn(payload) !== undefined,
  read: (payload) => {
    const alert = alertIn(payload);
    if (alert === undefined) return readMetadata(payload);
    // Some firmware puts the plate beside the type of the event, and names the type otherwise.
    const anpr = valueAt(alert, "ANPR") ?? alert;
    const eventType = textOf(valueAt(alert, "eventType")) ?? "unnamed";
    const plates = [valueAt(anpr, "licensePlate"), valueAt(anpr, "originalLicensePlate")];
    if (eventType.toUpperCase() !== "ANPR" && plates.every((plate) => plate === undefined))
      return ignored(`A Hikvision "${eventType}" message without a plate.`);
    const plate = elementText(firstPlate(...plates));
    return toDetections([
      {
        ownId: textOf(valueAt(alert, "UUID")),
        arrival: "fallback",
        timeText: textOf(valueAt(alert, "dateTime")),
        source: sourceOf(alert, "channelID"),
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
  response: plainResponse,
};

function readMetadata(payload: Payload): FeedResult {
  const metadata = valueAt(payload.xml, "Metadata");
  const time = valueAt(metadata, "time");
  const targets = (targetsIn(payload) ?? []).filter(({ licensePlate }) => licensePlate !== undefined);
  if (targets.length === 0) return ignored("Metadata without a plate.");
  return toDetections(
    targets.map((target) => ({
      // Target ids are reused, so they don't identify an event.
      ownId: null,
      timeText: textOf(time),
      source: sourceOf(valueAt(metadata, "DevInfo"), "channel"),
      at: parseTime(time, payload),
      plate: withoutColour(elementText(target.licensePlate)),
      confidence: ratioOrPercent(target.confidence),
      direction: directionOf(target.direction),
      vehicleType: textOf(target.vehicleType, 64),
      vehicleClass: isTwoWheeler(target) ? "2w" : null,
      images: targets.length === 1 ? attachedImages(payload) : [],
    })),
  );
}

const sourceOf = (device: unknown, channel: string) =>
  textOf(valueAt(device, channel)) ?? textOf(valueAt(device, "macAddress")) ?? textOf(valueAt(device, "ipAddress"));

// A colour is followed by the character of the province; 黑A and 青A are provinces themselves.
const colourPrefix = /^\s*(?:蓝|黄绿|渐变绿|黄|白|黑|绿|青)(?=\p{Script=Han}[A-Za-z])/u;

/** The plate without the colour that Chinese firmware puts in front of it. */
const withoutColour = (plate: unknown): unknown =>
  typeof plate === "string" ? plate.replace(colourPrefix, "") : plate;

const imagesIn = (anpr: unknown): DetectionImage[] => [
  ...decodeImage("full", valueAt(anpr, "image", "vehicleImage")),
  ...decodeImage("plate", valueAt(anpr, "image", "plateImage")),
];
