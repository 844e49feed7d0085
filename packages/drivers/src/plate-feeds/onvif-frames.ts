import { parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { decodeImage } from "./images.ts";
import { elementText, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, ratioOrPercent, speedOf } from "./plate-report.ts";

/** The frames of a metadata stream that contain a plate. */
function framesIn(xml: unknown): readonly unknown[] {
  const analytics = listOf(valueAt(xml, "MetadataStream", "VideoAnalytics") ?? valueAt(xml, "VideoAnalytics"));
  return analytics
    .flatMap((one) => listOf(valueAt(one, "Frame")))
    .filter((frame) => objectsIn(frame).some((object) => plateIn(object) !== undefined));
}

/** The plates of objects in frames. An object is in many frames: with the same plate it is reported once. */
export function platesInFrames(xml: unknown): readonly PlateReport[] {
  const reports = framesIn(xml).flatMap((frame) =>
    objectsIn(frame)
      .filter((object) => plateIn(object) !== undefined)
      .map((object) => ({ key: keyOf(object), report: plateOf(frame, object) })),
  );
  // The first of each key stays.
  return [...new Map(reports.toReversed().map(({ key, report }) => [key, report])).values()].toReversed();
}

const objectsIn = (frame: unknown) => listOf(valueAt(frame, "Object"));
const plateInfoOf = (object: unknown) =>
  valueAt(object, "Appearance", "LicensePlateInfo") ?? valueAt(object, "Appearance", "Extension", "LicensePlateInfo");
const plateIn = (object: unknown) => valueAt(plateInfoOf(object), "PlateNumber");
const keyOf = (object: unknown) => JSON.stringify([valueAt(object, "@ObjectId"), elementText(plateIn(object))]);

function plateOf(frame: unknown, object: unknown): PlateReport {
  const plate = plateIn(object);
  const type = elementText(valueAt(object, "Appearance", "VehicleInfo", "Type"));
  return {
    // Object ids are reused, so they don't identify an event.
    ownId: null,
    timeText: textOf(valueAt(frame, "@UtcTime")),
    source: textOf(valueAt(frame, "@Source")),
    at: parseTime(valueAt(frame, "@UtcTime"), 0),
    plate: elementText(plate),
    confidence: ratioOrPercent(valueAt(plate, "@Likelihood")),
    direction: directionIn(object),
    vehicleType: textOf(type, 64),
    speed: speedOf(valueAt(object, "Behaviour", "Speed") ?? valueAt(object, "Appearance", "VehicleInfo", "Speed")),
    images: [
      ...decodeImage(
        "full",
        valueAt(object, "Appearance", "VehicleInfo", "Image") ?? valueAt(object, "Appearance", "Image"),
      ),
      ...decodeImage("plate", valueAt(plateInfoOf(object), "Image")),
    ],
  };
}

/** In the behaviour or the vehicle of an object, or a property of its extension. */
function directionIn(object: unknown): "N" | "X" | null {
  const properties = listOf(valueAt(object, "Extension", "Properties", "Property"));
  const property = properties.find((one) => textOf(valueAt(one, "@name"))?.toLowerCase() === "direction");
  const places = [
    valueAt(object, "Behaviour", "Direction"),
    valueAt(object, "Appearance", "VehicleInfo", "Direction"),
    valueAt(object, "Direction"),
    property,
  ];
  return places.map(directionOf).find((direction) => direction !== null) ?? null;
}
