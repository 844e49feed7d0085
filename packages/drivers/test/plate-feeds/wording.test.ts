import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentKeyOf } from "../../src/event-id.ts";
import { type Pushed, received } from "./received.ts";
import {
  axisNew,
  dahuaTollgate,
  gatehousePlate,
  hikvisionXml,
  onvifJson,
  onvifXml,
  openalprFrame,
  openalprGroup,
  plateRecognizerHook,
} from "./samples.ts";

const keysOf = (pushed: Pushed) => {
  const understood = received(pushed);
  expect(understood, understood.detail).toMatchObject({ ok: true });
  return (understood.ok ? understood.detections : []).map((detection) => [
    detection.eventId,
    contentKeyOf(detection),
    detection.at?.getTime() ?? null,
  ]);
};

const addedNames = fc.constantFrom("extra", "Added", "note", "firmware", "x-1");
const space = fc.constantFrom("", " ", "\n", "\t  ");

/** Fields whose numbers and texts mean the same in every format. */
const numeric = /^-?(0|[1-9]\d{0,14})$/;

/** The same JSON in another notation: extra fields, another order, numbers as texts. */
function reworded(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return value.length === 0 ? fc.constant(value) : fc.tuple(...value.map(reworded));
  if (typeof value !== "object" || value === null) {
    const texts = typeof value === "number" && numeric.test(String(value)) ? [value, String(value)] : [value];
    return fc.constantFrom(...texts);
  }
  const entries = Object.entries(value);
  const parts = fc.tuple(...entries.map(([, inner]) => reworded(inner)));
  const order = fc.shuffledSubarray(
    entries.map((_, index) => index),
    { minLength: entries.length },
  );
  const added = fc.option(fc.tuple(addedNames, fc.jsonValue({ maxDepth: 1 })));
  return fc
    .tuple(parts, order, added)
    .map(([values, places, more]) =>
      Object.fromEntries([
        ...places.map((place) => [entries[place]?.[0], values[place]]),
        ...(more && !Object.hasOwn(value, more[0]) ? [more] : []),
      ]),
    );
}

const { id: _, ...withoutId } = gatehousePlate;
const jsonSamples = [
  ["Gatehouse", gatehousePlate, ""],
  ["Gatehouse without an id", withoutId, ""],
  ["a tag", { type: "tag", id: 7, at: "2026-11-15T04:00:00Z", tag: "E200 0019" }, ""],
  ["slots", { type: "slots", at: "2026-11-15T04:00:00Z", slots: [{ name: "A1", state: "free" }] }, ""],
  ["a count", { type: "count", at: "2026-11-15T04:00:00Z", direction: "N", count: 3 }, ""],
  ["a loop", { type: "loop", at: "2026-11-15T04:00:00Z" }, ""],
  ["Dahua", dahuaTollgate, "/NotificationInfo/TollgateInfo"],
  ["AXIS", axisNew, ""],
  ["Plate Recognizer", plateRecognizerHook, ""],
  ["OpenALPR, a group", openalprGroup, ""],
  ["OpenALPR, a frame", openalprFrame, ""],
  ["ONVIF", onvifJson, ""],
] as const;

describe("one device event in another notation", () => {
  it.each(jsonSamples)("SAFE-7 %s keeps its key", (_name, sample, path) => {
    const key = keysOf({ body: JSON.stringify(sample), path });
    fc.assert(
      fc.property(reworded(sample), space, fc.constantFrom("", "  "), (value, around, indent) => {
        const body = `${around}${JSON.stringify(value, null, indent)}${around}`;
        expect(keysOf({ body, path })).toEqual(key);
      }),
    );
  });

  it.each([
    ["the time in another zone", { at: "2026-11-15T04:00:00.25Z" }],
    ["the plate without spaces", { plate: "mh01ab1234" }],
    ["the plate with dashes", { plate: " MH-01-AB-1234 " }],
    ["another name for the camera", { source: "NORTH" }],
    ["no name for the camera", { source: null }],
    ["a name and a speed added", { speed: 7, vehicleType: "LORRY", confidence: 0.1, direction: "X" }],
  ])("SAFE-7 Gatehouse with %s keeps its key, with and without an id", (_name, over) => {
    expect(keysOf({ body: JSON.stringify({ ...gatehousePlate, ...over }) })).toEqual(
      keysOf({ body: JSON.stringify(gatehousePlate) }),
    );
    expect(keysOf({ body: JSON.stringify({ ...withoutId, ...over }) })).toEqual(
      keysOf({ body: JSON.stringify(withoutId) }),
    );
  });

  it("SAFE-7 Gatehouse's id may be a number or a text, and slots come in any order", () => {
    const keys = [{ id: 42 }, { id: "42" }, { id: " 42 " }].map((over) =>
      keysOf({ body: JSON.stringify({ ...gatehousePlate, ...over }) }),
    );
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    const slots = [
      { name: "A1", state: "free" },
      { name: "A2", state: "occupied" },
    ];
    const report = { type: "slots", at: "2026-11-15T04:00:00Z" };
    expect(keysOf({ body: JSON.stringify({ ...report, slots: slots.toReversed() }) })).toEqual(
      keysOf({ body: JSON.stringify({ ...report, slots }) }),
    );
  });

  it.each<[string, string]>([
    ["another channel", hikvisionXml.replace("<channelID>1<", "<channelID>2<")],
    ["no channel", hikvisionXml.replace("<channelID>1</channelID>", "")],
    ["an added element", hikvisionXml.replace("<picNum>", "<extra>1</extra><picNum>")],
    ["another UUID", hikvisionXml.replace("2b9f7f8e", "00000000")],
    ["no UUID", hikvisionXml.replace(/<UUID>.*<\/UUID>/, "")],
    ["its time in UTC", hikvisionXml.replace("09:30:00.250+05:30", "04:00:00.250Z")],
    ["white space", hikvisionXml.replaceAll(">\n", ">\n\n\t").replace("MH01AB1234<", " MH01AB1234 <")],
    ["a namespace prefix", hikvisionXml.replaceAll("EventNotificationAlert", "h:EventNotificationAlert")],
    [
      "JSON instead of XML",
      JSON.stringify({
        eventType: "ANPR",
        channelID: 1,
        dateTime: "2026-11-15T09:30:00.250+05:30",
        ANPR: { licensePlate: "MH01AB1234" },
      }),
    ],
  ])("SAFE-7 Hikvision with %s keeps its key", (_name, body) => {
    expect(keysOf({ body })).toEqual(keysOf({ body: hikvisionXml }));
  });

  it("SAFE-7 ONVIF as JSON and as XML has one key", () => {
    expect(keysOf({ body: onvifXml })).toEqual(keysOf({ body: JSON.stringify(onvifJson) }));
    expect(keysOf({ body: onvifXml.replace('Value="17"', 'Value="18"').replace('Value="1"', 'Value="2"') })).toEqual(
      keysOf({ body: onvifXml }),
    );
  });

  it.each([
    ["another plate", { plate: "MH01AB1235" }],
    ["another time", { at: "2026-11-15T09:30:00.251+05:30" }],
  ])("SAFE-7 %s is a new event", (_name, over) => {
    expect(keysOf({ body: JSON.stringify({ ...withoutId, ...over }) })).not.toEqual(
      keysOf({ body: JSON.stringify(withoutId) }),
    );
  });
});
