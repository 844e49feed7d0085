import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseEpochParts, parseTime } from "./device-time.ts";
import { directionOf } from "./direction.ts";
import { type Feed, ignored, type Payload, plainResponse } from "./feed.ts";
import { attachedImages } from "./images.ts";
import { isObject, listOf, numberOf, textOf, valueAt } from "./payload-values.ts";
import { firstPlate, type PlateReport, speedOf, toDetections, toFraction } from "./plate-report.ts";

const contents = ["TrafficCar", "Object", "Data", "data", "Action"];

const codeIn = (event: unknown) =>
  textOf(valueAt(event, "Code")) ?? textOf(valueAt(event, "EventBaseInfo", "Code")) ?? null;

/** An event has a code and what it is about. */
const isEvent = (event: unknown) =>
  isObject(event) && codeIn(event) !== null && contents.some((name) => event[name] !== undefined);

const codeOf = (event: unknown) => codeIn(event) ?? "unnamed";

/** `Events`, the list of an RPC notification, or a bare object. */
function eventsIn(json: unknown): readonly unknown[] {
  const lists = [valueAt(json, "Events"), valueAt(json, "params", "eventList")];
  return listOf(lists.find(Array.isArray) ?? json).filter(isEvent);
}

/** Dahua event push of ITC cameras: TrafficJunction with the car and its plate; other events are ignored. */
export const dahuaEventPush: Feed = {
  ...plateFormats["dahua-event-push"],
  recognises: ({ json }) => eventsIn(json).length > 0,
  read: (payload) => {
    const events = eventsIn(payload.json);
    const junctions = events.filter((event) => codeOf(event).toLowerCase() === "trafficjunction");
    if (junctions.length === 0) return ignored(`A Dahua "${codeOf(events[0])}" event without a plate.`);
    return toDetections(junctions.map((event) => plateOf(event, payload, junctions.length === 1)));
  },
  response: plainResponse,
};

function plateOf(event: unknown, payload: Payload, isOnly: boolean): PlateReport {
  // Some firmware puts everything but the code into Data.
  const data = [valueAt(event, "Data"), valueAt(event, "data")].find(isObject) ?? event;
  const car = valueAt(data, "TrafficCar");
  const confidence = valueAt(data, "Object", "Confidence");
  const utc = valueAt(data, "UTC");
  // The numeric UTC is local time, whatever its name.
  const textUtc = numberOf(utc) === null ? utc : undefined;
  const times = [valueAt(data, "RealUTC"), valueAt(data, "LocaleTime"), textUtc];
  return {
    // Pictures of one passage have the same group; its numbers restart with the camera.
    ownId: textOf(valueAt(data, "GroupID")) ?? textOf(valueAt(data, "EventID")),
    timeText: times.map((time) => textOf(time)).find((text) => text !== null) ?? null,
    source: textOf(valueAt(car, "MachineName")) ?? textOf(valueAt(data, "MachineName")),
    at: firstValidTime(
      parseEpochParts(times[0], { ms: valueAt(data, "UTCMS") }),
      parseTime(times[1], payload),
      parseTime(textUtc, 0),
    ),
    plate: firstPlate(valueAt(car, "PlateNumber"), valueAt(data, "Object", "Text")),
    confidence: toFraction(confidence, 100) ?? toFraction(confidence, 255),
    direction: directionOf(valueAt(data, "JunctionDirection")) ?? directionOf(valueAt(car, "DrivingDirection")),
    vehicleType: textOf(valueAt(data, "Vehicle", "Category") ?? valueAt(car, "VehicleType"), 64),
    speed: speedOf(valueAt(car, "Speed")),
    images: isOnly ? attachedImages(payload) : [],
  };
}
