import { directionOf } from "./direction.ts";
import { type Feed, type Payload, plainAnswer } from "./feed.ts";
import { momentIn } from "./moment.ts";
import { elementText, isObject, listOf, textOf, valueAt } from "./payload-values.ts";
import { pictureIn } from "./picture.ts";
import { type PlateReport, shareOf, toDetections } from "./plate-report.ts";

/** An event of ONVIF in the form of its JSON, whichever way it came. */
interface OnvifEvent {
  readonly UtcTime: unknown;
  readonly Source: unknown;
  readonly Data: unknown;
  readonly operation: string | null;
}

const mostEvents = 100;

/** ONVIF events with a recognised plate: the JSON of its MQTT topics, or an XML notification. */
export const onvif: Feed = {
  title: "ONVIF",
  recognises: (payload) => eventsIn(payload).length > 0,
  read: (payload) => {
    const plates = eventsIn(payload)
      .filter(({ Data, operation }) => plateIn(Data) !== undefined && operation !== "Deleted")
      .map(plateOf);
    if (plates.length > 0) return toDetections(plates);
    return { ok: true, detections: [], detail: "An ONVIF event without a plate: nothing in it is used." };
  },
  answer: plainAnswer,
};

function eventsIn({ json, xml }: Payload): OnvifEvent[] {
  if (valueAt(json, "UtcTime") !== undefined && isObject(valueAt(json, "Data"))) return [eventOfJson(json)];
  return notificationsIn(xml)
    .slice(0, mostEvents)
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

/** Alone, in a metadata stream, or as the Notify of a SOAP body. */
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

/** Values lie inside an element of their own name, or directly: `LicensePlateInfo.LicensePlateInfo.PlateNumber`. */
const inside = (data: unknown, name: string) => valueAt(data, name, name) ?? valueAt(data, name);

const plateIn = (data: unknown) =>
  valueAt(inside(data, "LicensePlateInfo"), "PlateNumber") ?? valueAt(data, "PlateNumber");

function plateOf({ UtcTime, Source, Data, operation }: OnvifEvent): PlateReport {
  const plate = plateIn(Data);
  return {
    // Numbers of objects are used again and again: they identify nothing.
    ownId: null,
    timeText: textOf(UtcTime),
    source: sourceOf(Source),
    at: momentIn(UtcTime, 0),
    plate: elementText(plate),
    confidence: shareOf(valueAt(Data, "Likelihood") ?? valueAt(plate, "@Likelihood"), 1),
    direction: directionOf(valueAt(Data, "Direction")),
    vehicleType: textOf(valueAt(inside(Data, "VehicleInfo"), "Type"), 64),
    images: pictureIn("full", inside(Data, "Image")),
    // What was already so when somebody subscribed is no arrival.
    isAfterwards: operation === "Initialized",
  };
}

const sourceNames = ["VideoSourceConfigurationToken", "VideoSourceToken", "VideoSource", "Source"];

const sourceOf = (source: unknown) =>
  sourceNames.map((name) => textOf(valueAt(source, name))).find((text) => text !== null) ?? null;
