import { plateFormats } from "@gatehouse/contract/plate-formats";
import { firstValidTime, parseEpoch, parseTime } from "./device-time.ts";
import { type Feed, ignored, type Payload, plainResponse } from "./feed.ts";
import { decodeImage } from "./images.ts";
import { isObject, listOf, numberOf, textOf, valueAt } from "./payload-values.ts";
import { type PlateReport, toDetections } from "./plate-report.ts";

const isPlate = (trigger: unknown) => /^license_plate/i.test(textOf(valueAt(trigger, "key")) ?? "");

const triggersIn = (json: unknown) => listOf(valueAt(json, "alarm", "triggers"));

/** UniFi Protect's Alarm Manager: a webhook with the triggers of an alarm, some of which are plates. */
export const unifiProtect: Feed = {
  ...plateFormats["unifi-protect"],
  recognises: ({ json }) => isObject(valueAt(json, "alarm")) && isObject(triggersIn(json)[0]),
  read: (payload) => {
    const triggers = triggersIn(payload.json);
    const plates = triggers.filter(isPlate);
    if (plates.length > 0) return toDetections(plates.map((trigger) => plateOf(trigger, payload, plates.length === 1)));
    // "Test alarm" in the Alarm Manager sends a trigger without a plate.
    const key = textOf(valueAt(triggers[0], "key")) ?? "unnamed";
    return ignored(`A UniFi Protect "${key}" alarm without a plate.`);
  },
  response: plainResponse,
};

function plateOf(trigger: unknown, { json }: Payload, isOnly: boolean): PlateReport {
  const times = [valueAt(trigger, "timestamp"), valueAt(json, "timestamp")];
  return {
    ownId: textOf(valueAt(trigger, "eventId")),
    timeText: times.map((time) => textOf(time)).find((text) => text !== null) ?? null,
    source: textOf(valueAt(trigger, "device")),
    at: firstValidTime(...times.map(timeOf)),
    plate: valueAt(trigger, "value") ?? valueAt(trigger, "group", "name"),
    confidence: null,
    direction: null,
    vehicleType: null,
    images: isOnly ? decodeImage("full", valueAt(json, "alarm", "thumbnail")) : [],
  };
}

/** Milliseconds, or an ISO 8601 time. */
const timeOf = (value: unknown) => (numberOf(value) === null ? parseTime(value, 0) : parseEpoch(value));
