import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { elementText, isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections, toFraction } from "./plate-report.ts";

/** An ONVIF event in the form of its JSON. */
interface OnvifEvent {
  readonly UtcTime: unknown;
  readonly Source: unknown;
  readonly Data: unknown;
  readonly operation: string | null;
}

const maxEvents = 100;

/** ONVIF events with a recognised plate: JSON from an MQTT topic, or an XML notification. */
export const onvif: Feed = {
  title: "ONVIF",
  recognises: (payload) => eventsIn(payload).length > 0,
  read: (payload) => {
    const plates = eventsIn(payload)
      .filter(({ Data, operation }) => plateIn(Data) !== undefined && operation !== "Deleted")
      .map(plateOf);
    if (plates.length > 0) return toDetections(plates);
    return { ok: true, detections: [], detail: "An ONVIF event without a plate, ignored." };
  },
  answer: plainAnswer,
};

function eventsIn({ json, xml }: Payload): OnvifEvent[] {
  if (valueAt(json, "UtcTime") !== undefined && isObject(valueAt(json, "Data"))) return [eventOfJson(json)];
  return notificationsIn(xml)
    .slice(0, maxEvents)
    .flatMap((notification) => {
      const outer = valueAt(notification, "Message");
      const message = valueAt(outer, "Message") ?? outer;
      return valueAt(message, "@UtcTime") === undefined ? [] : [eventOfXml(message)];
    });
}

const eventOfJson = (json: unknown): OnvifEvent => ({
  UtcTime: valueAt(json, "UtcTime"),
  Source: valueAt(json, "Source"),
  Data: valueAt(json, "Data"),
  operation: textOf(valueAt(json, "PropertyOperation")),
});

const eventOfXml = (message: unknown): OnvifEvent => ({
  UtcTime: valueAt(message, "@UtcTime"),
  Source: itemsOf(valueAt(message, "Source")),
  Data: itemsOf(valueAt(message, "Data")),
  operation: textOf(valueAt(message, "@PropertyOperation")),
});

/** Finds notifications at the root, in a metadata stream, or in the Notify of a SOAP body. */
function notificationsIn(xml: unknown): readonly unknown[] {
  const places = [[], ["Notify"], ["Envelope", "Body", "Notify"], ["MetadataStream", "Event"], ["Event"]];
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

const plateIn = (data: unknown) =>
  valueAt(inside(data, "LicensePlateInfo"), "PlateNumber") ?? valueAt(data, "PlateNumber");

function plateOf({ UtcTime, Source, Data, operation }: OnvifEvent): PlateReport {
  const plate = plateIn(Data);
  return {
    // Object ids are reused, so they don't identify an event.
    ownId: null,
    timeText: textOf(UtcTime),
    source: sourceOf(Source),
    at: parseTime(UtcTime, 0),
    plate: elementText(plate),
    confidence: toFraction(valueAt(Data, "Likelihood") ?? valueAt(plate, "@Likelihood"), 1),
    direction: directionOf(valueAt(Data, "Direction")),
    vehicleType: textOf(valueAt(inside(Data, "VehicleInfo"), "Type"), 64),
    images: decodeImage("full", inside(Data, "Image")),
    // The state at the time of the subscription is not a new event.
    isAfterwards: operation === "Initialized",
  };
}

const sourceNames = ["VideoSourceConfigurationToken", "VideoSourceToken", "VideoSource", "Source"];

const sourceOf = (source: unknown) =>
  sourceNames.map((name) => textOf(valueAt(source, name))).find((text) => text !== null) ?? null;
