import { parseTime } from "./device-time.ts";
import { elementText, listOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toFraction } from "./plate-report.ts";

const maxFrames = 100;
const maxObjects = 100;

/** The frames of a metadata stream that contain a plate. */
export function framesIn(xml: unknown): readonly unknown[] {
  const analytics = listOf(valueAt(xml, "MetadataStream", "VideoAnalytics") ?? valueAt(xml, "VideoAnalytics"));
  return analytics
    .flatMap((one) => listOf(valueAt(one, "Frame")))
    .slice(0, maxFrames)
    .filter((frame) => objectsIn(frame).some((object) => plateIn(object) !== undefined));
}

/** FEED-1: the plates of objects in frames. An object is in many frames: with the same plate it is reported once. */
export function platesInFrames(xml: unknown): readonly PlateReport[] {
  const reports = framesIn(xml).flatMap((frame) =>
    objectsIn(frame)
      .filter((object) => plateIn(object) !== undefined)
      .map((object) => ({ key: keyOf(object), report: plateOf(frame, object) })),
  );
  return reports
    .filter(({ key }, index) => reports.findIndex((other) => other.key === key) === index)
    .map(({ report }) => report);
}

const objectsIn = (frame: unknown) => listOf(valueAt(frame, "Object")).slice(0, maxObjects);
const plateIn = (object: unknown) => valueAt(object, "Appearance", "LicensePlateInfo", "PlateNumber");
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
    confidence: toFraction(valueAt(plate, "@Likelihood"), 1),
    direction: null,
    vehicleType: textOf(type, 64),
    images: [],
  };
}
