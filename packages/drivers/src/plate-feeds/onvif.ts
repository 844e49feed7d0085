import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { plateFormats } from "@gatehouse/contract/plate-formats";
import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, keptAlive, type Payload, plainResponse } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { platesInFrames } from "./onvif-frames.ts";
import { elementText, isObject, listOf, rawText, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, ratioOrPercent, toDetections } from "./plate-report.ts";

/** An ONVIF event in the form of its JSON. */
interface OnvifEvent {
  readonly topic: string;
  readonly UtcTime: unknown;
  readonly Source: unknown;
  readonly Data: unknown;
  readonly operation: string | null;
}

/** Answers and streams that are sent although nothing happened. */
const streams = [
  ["MetadataStream"],
  ["VideoAnalytics"],
  ["Envelope", "Body", "PullMessagesResponse"],
  ["PullMessagesResponse"],
];

/** ONVIF events with a recognised plate: JSON from an MQTT topic, an XML notification, or frames of a metadata stream. */
export const onvif: Feed = {
  ...plateFormats.onvif,
  recognises: (payload) =>
    eventsIn(payload).length > 0 || streams.some((place) => valueAt(payload.xml, ...place) !== undefined),
  read: (payload) => {
    const events = eventsIn(payload).filter((event) => plateIn(event) !== undefined);
    const current = events.filter(({ operation }) => operation !== "Deleted");
    const reports = [...current.map(plateOf), ...platesInFrames(payload.xml)];
    if (reports.length > 0) return toDetections(reports);
    if (events.length > 0)
      return { ok: true, detections: [], detail: "The plate has left the view.", isReported: true };
    return eventsIn(payload).length > 0 ? ignored("An ONVIF event without a plate, ignored.") : keptAlive();
  },
  response: plainResponse,
};

function eventsIn({ json, xml }: Payload): OnvifEvent[] {
  if (valueAt(json, "UtcTime") !== undefined && isObject(valueAt(json, "Data"))) return [eventOfJson(json)];
  return notificationsIn(xml).flatMap((notification) => {
    const outer = valueAt(notification, "Message");
    const message = valueAt(outer, "Message") ?? outer;
    return valueAt(message, "@UtcTime") === undefined ? [] : [eventOfXml(message, notification)];
  });
}

const eventOfJson = (json: unknown): OnvifEvent => ({
  topic: rawText(valueAt(json, "Topic") ?? valueAt(json, "topic")) ?? "",
  UtcTime: valueAt(json, "UtcTime"),
  Source: valueAt(json, "Source"),
  Data: valueAt(json, "Data"),
  operation: textOf(valueAt(json, "PropertyOperation")),
});

const eventOfXml = (message: unknown, notification: unknown): OnvifEvent => ({
  topic: rawText(valueAt(notification, "Topic")) ?? "",
  UtcTime: valueAt(message, "@UtcTime"),
  Source: itemsOf(valueAt(message, "Source")),
  Data: itemsOf(valueAt(message, "Data")),
  operation: textOf(valueAt(message, "@PropertyOperation")),
});

/** Finds notifications at the root, in a metadata stream, or in the Notify of a SOAP body. */
function notificationsIn(xml: unknown): readonly unknown[] {
  const places = [[], ["Notify"], ["Envelope", "Body", "Notify"], ["MetadataStream", "Event"], ["Event"], ...streams];
  const found = places.map((place) => valueAt(xml, ...place, "NotificationMessage"));
  return listOf(found.find((list) => list !== undefined));
}

/** `<SimpleItem Name Value>` and `<ElementItem Name>…` as names and values. */
function itemsOf(list: unknown): Record<string, unknown> {
  const simple = listOf(valueAt(list, "SimpleItem")).map((item) => [valueAt(item, "@Name"), valueAt(item, "@Value")]);
  const elements = listOf(valueAt(list, "ElementItem")).map((item) => [valueAt(item, "@Name"), item]);
  return Object.fromEntries([...simple, ...elements].filter(([name]) => typeof name === "string"));
}

/** Values are nested in an element of the same name, or direct: `LicensePlateInfo.LicensePlateInfo.PlateNumber`. */
const inside = (data: unknown, name: string) => valueAt(data, name, name) ?? valueAt(data, name);

// Other events have texts too, for example overlays; those of plates say so in their topic, or name the car.
const plateTopic = /plate|alpv|alpr|anpr|lpr/i;
const isOfPlate = ({ topic, Data }: OnvifEvent) => plateTopic.test(topic) || valueAt(Data, "carID") !== undefined;

/** AXIS and others have the plate in an item named `text`. */
function plateIn(event: OnvifEvent): unknown {
  const { Data } = event;
  const plate = valueAt(inside(Data, "LicensePlateInfo"), "PlateNumber") ?? valueAt(Data, "PlateNumber");
  if (plate !== undefined || !isOfPlate(event)) return plate;
  return valueAt(Data, "text") ?? valueAt(Data, "Text");
}

function plateOf(event: OnvifEvent): PlateReport {
  const { UtcTime, Source, Data, operation } = event;
  const plate = plateIn(event);
  const state = textOf(valueAt(Data, "carState"))?.toLowerCase();
  const car = textOf(valueAt(Data, "carID"));
  const { lpImage: _, ...report } = isObject(Data) ? Data : {};
  return {
    // Object ids are reused, so they don't identify an event.
    ownId: null,
    timeText: textOf(UtcTime),
    source: sourceOf(Source) ?? textOf(valueAt(Data, "MACAddress")),
    at: parseTime(UtcTime, 0),
    plate: elementText(plate),
    confidence: ratioOrPercent(valueAt(Data, "Likelihood") ?? valueAt(plate, "@Likelihood")),
    direction: directionOf(valueAt(Data, "Direction") ?? valueAt(Data, "carMoveDirection")),
    vehicleType: textOf(valueAt(inside(Data, "VehicleInfo"), "Type") ?? valueAt(Data, "vehicleType"), 64),
    images: imagesIn(Data),
    // The state at the time of the subscription is not a new event; a lost car has left the view.
    isAfterwards: operation === "Initialized" || state === "lost",
    track:
      car === null || car === "0" || state === undefined
        ? null
        : { id: car, isUpdate: state === "update" || state === "lost", report },
  };
}

const imagesIn = (data: unknown): DetectionImage[] => [
  ...decodeImage("full", inside(data, "Image")),
  ...decodeImage("plate", valueAt(data, "lpImage")),
];

const sourceNames = ["VideoSourceConfigurationToken", "VideoSourceToken", "VideoSource", "Source"];

const sourceOf = (source: unknown) =>
  sourceNames.map((name) => textOf(valueAt(source, name))).find((text) => text !== null) ?? null;
