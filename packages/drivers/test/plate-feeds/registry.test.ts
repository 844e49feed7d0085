import { plateFormats } from "@gatehouse/contract/plate-formats";
import { describe, expect, it } from "vitest";
import { plateFeeds } from "../../src/plate-feeds/registry.ts";
import { multipart, type Pushed, received, receivedJson } from "./received.ts";
import {
  axisNew,
  dahuaTollgate,
  hikvisionXml,
  onvifJson,
  openalprGroup,
  plateRecognizerHook,
  samples,
} from "./samples.ts";

describe("every format", () => {
  it.each(samples)("INT-3 %s is recognised by its structure, and its plate is read", (format, pushed) => {
    const understood = received(pushed);
    expect(understood).toMatchObject({ ok: true, feed: { title: format } });
    expect(understood.ok && understood.detections).toEqual([
      expect.objectContaining({
        kind: "plate",
        plate: expect.stringMatching(/^mh ?01 ?ab ?1234$/i),
        at: new Date("2026-11-15T04:00:00.250Z"),
        isAfterwards: false,
      }),
    ]);
  });

  const types = ["", "json", "text", "banana", "application/json, text/plain", "image/jpeg", "multipart/form-data"];
  it.each(samples.flatMap(([format, pushed]) => types.map((type) => [format, type, pushed] as const)))(
    "INT-3 %s is recognised with the content type %j",
    (format, contentType, pushed) => {
      expect(received({ ...pushed, contentType })).toEqual(received(pushed));
      expect(received({ ...pushed, contentType })).toMatchObject({ ok: true, feed: { title: format } });
    },
  );

  it.each(samples)("ENG-4 %s is the same event when sent again", (_, pushed) => {
    const [once, again] = [received(pushed), received(pushed)];
    expect(once.ok && once.detections[0]?.eventId).toMatch(/^.{1,100}$/);
    expect(again).toEqual(once);
  });
});

const json = (value: unknown): Pushed => ({ body: JSON.stringify(value) });
const later = 1794715200250 + 5_000;
const laterText = "2026-11-15T04:00:05.250Z";
const { Picture } = dahuaTollgate;

/** The same ids and counters after a restart of the device, with another car. */
const afterRestart: readonly (readonly [format: string, before: Pushed, after: Pushed])[] = [
  [
    "Hikvision ANPR",
    { body: hikvisionXml },
    { body: hikvisionXml.replaceAll("MH01AB1234", "GJ05MP1084").replace("09:30:00.250", "09:30:05.250") },
  ],
  [
    "Dahua ITSAPI",
    json(dahuaTollgate),
    json({ Picture: { ...Picture, SnapInfo: { ...Picture.SnapInfo, AccurateTime: "2026-11-15 09:30:05.250" } } }),
  ],
  ["AXIS License Plate Verifier", json(axisNew), json({ ...axisNew, plateText: "GJ05MP1084" })],
  [
    "Plate Recognizer",
    json(plateRecognizerHook),
    json({ ...plateRecognizerHook, data: { ...plateRecognizerHook.data, timestamp: laterText } }),
  ],
  ["OpenALPR / Rekor", json(openalprGroup), json({ ...openalprGroup, epoch_start: later })],
  ["ONVIF", json(onvifJson), json({ ...onvifJson, UtcTime: laterText })],
];

describe("a device whose event numbers restart at one", () => {
  it.each(afterRestart)("ENG-4 %s: the next event with the same number is a new event", (format, before, after) => {
    const [one, other] = [received(before), received(after)];
    expect([one, other]).toMatchObject([{ ok: true, feed: { title: format } }, { ok: true }]);
    expect(other.ok && other.detections[0]?.eventId).not.toBe(one.ok && one.detections[0]?.eventId);
  });
});

describe("a keep-alive", () => {
  it.each([
    [[]],
    [{ reader: "north", tags: [] }],
    [{ readerName: "north", "device-id": 7, time: "2026-11-15T04:00:00Z", tags: [], more: false, error: null }],
    [{ heartbeat: "1" }],
    [{ type: "heartbeat", time: "2026-11-15T04:00:00Z" }],
    [{ messageType: "KeepAlive" }],
  ])("FEED-6 %j of any device is answered 200", (value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [], isKeepAlive: true });
  });

  it("FEED-6 the word alone is one too", () => {
    expect(received({ body: "Heartbeat\r\n", contentType: "text/plain" })).toMatchObject({
      ok: true,
      isKeepAlive: true,
    });
  });
});

describe("an empty list beside a value that may be a plate or tag", () => {
  it.each([
    [{ lp: "MH01AB1234", images: [] }],
    [{ epc: "E2003412", antennas: [] }],
    [{ reader: "north", car: "MH01AB1234", images: [] }],
    [{ reader: "north", errors: [], tags: ["E2003412"] }],
    [{ reader: { tag: "E2003412" }, errors: [] }],
  ])("FEED-6 makes %j no keep-alive", (value) => {
    expect(receivedJson(value)).toMatchObject({ ok: false });
  });
});

describe("a list of messages", () => {
  const inJson = samples.flatMap(([format, { body }]) => {
    if (typeof body !== "string" || !/^{.*mh ?01 ?ab/is.test(body)) return [];
    return [
      [format, JSON.parse(body) as object, JSON.parse(body.replaceAll(/(?<=mh ?)01(?= ?ab)/gi, "02")) as object],
    ] as const;
  });

  it("FEED-5 is tested with most formats", () => {
    expect(inJson.length).toBeGreaterThan(10);
  });

  it.each(inJson)("FEED-5 of %s is read one by one", (format, one, other) => {
    const path = format === "Dahua ITSAPI" ? "/NotificationInfo/TollgateInfo" : "";
    const read = receivedJson([one, other], path);
    expect(read).toMatchObject({ ok: true, feed: { title: format } });
    expect(read.ok && read.detections).toMatchObject([
      { plate: expect.stringMatching(/01/) },
      { plate: expect.stringMatching(/02/) },
    ]);
    expect(
      receivedJson(
        Array.from({ length: 501 }, () => one),
        path,
      ),
    ).toMatchObject({ ok: false });
  });

  it("FEED-5 whose entries are not all understood has a fault, also if the first is none of these", () => {
    const unknown = { hello: "world" };
    expect(receivedJson([onvifJson, unknown])).toMatchObject({
      detections: [{ plate: "MH01AB1234" }],
      error: expect.stringContaining("Unknown format"),
    });
    expect(receivedJson([{ heartbeat: "1" }, onvifJson, [onvifJson]])).toMatchObject({
      feed: { title: "ONVIF" },
      detections: [{ plate: "MH01AB1234" }],
      error: expect.stringContaining("Unknown format"),
    });
    expect(receivedJson([unknown, unknown])).toMatchObject({ ok: false, feed: null });
    expect(receivedJson([{ heartbeat: "1" }, { heartbeat: "1" }])).toMatchObject({ ok: true, isKeepAlive: true });
  });
});

describe("a plate that no format reads", () => {
  it.each([
    [{ heartbeat: "1", plateNumber: "MH01AB1234" }],
    [{ heartbeat: "1", lp: "MH01AB1234" }],
    [{ heartbeat: "1", registration: "MH01AB1234" }],
    [{ status: "alive", tags: [], license_plate: "MH 01 AB 1234" }],
    [{ alarm: { triggers: [{ key: "motion", value: "x", plate: { "#text": "MH01AB1234" } }] } }],
    [{ UtcTime: "2026-11-15T04:00:00Z", Data: { Rows: [{ Name: "PlateNumber", Value: "MH01AB1234" }] } }],
  ])("FEED-5 in %j is refused, not answered 200", (value) => {
    const understood = receivedJson(value);
    expect(understood).toMatchObject({ ok: false });
    expect(understood.detail).toMatch(/it holds the plate "MH ?01 ?AB ?1234"/);
  });

  it("FEED-5 in another part of a multipart body is refused", () => {
    const parts = (plate: string) => {
      const [first, second] = [{ UtcTime: "2026-11-15T04:00:00Z", Data: { Count: 5 } }, { plate }];
      return multipart(
        [first, second].map((value, index) => ({
          name: `${index}.json`,
          type: "application/json",
          bytes: JSON.stringify(value),
        })),
      );
    };
    expect(received(parts("MH01AB1234"))).toMatchObject({ ok: false, detail: expect.stringContaining("MH01AB1234") });
    expect(received(parts("none"))).toMatchObject({ ok: true, detections: [] });
  });

  it.each([
    [{ heartbeat: "1", plate: "unknown", plates: 3, plateColor: "white1" }],
    [{ status: "alive", plate: "front" }],
  ])("FEED-5 %j holds none", (value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true });
  });
});

describe("a payload of an unknown format", () => {
  it.each([
    ["an empty body", { body: "" }],
    ["another JSON", { body: '{"hello":"world"}' }],
    ["another XML", { body: "<hello/>" }],
    ["names of another kind", { body: '{"__proto__":{"type":"plate"},"constructor":1,"toString":2}' }],
  ])("INT-3 %s gets a reply that lists the supported formats", (_, pushed) => {
    const understood = received(pushed);
    expect(understood).toMatchObject({ ok: false, feed: null });
    expect(understood.detail).toBe(
      `Unknown format. Supported: ${Object.values(plateFormats)
        .map(({ title }) => title)
        .join(", ")}.`,
    );
  });

  it("INT-3 the list names every feed", () => {
    const { detail } = receivedJson({});
    expect(plateFeeds.map(({ title }) => detail.includes(title))).not.toContain(false);
  });
});
