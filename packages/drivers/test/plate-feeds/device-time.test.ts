import { describe, expect, it } from "vitest";
import { parseEpoch, parseTime } from "../../src/plate-feeds/device-time.ts";
import { firstOf, type Pushed, received, receivedJson } from "./received.ts";
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

const none = new Date(Number.NaN);
const json = (value: unknown): Pushed => ({ body: JSON.stringify(value) });
const { SnapInfo } = dahuaTollgate.Picture;

/** Every format with what its clock wrote. */
const feeds: readonly (readonly [format: string, push: (written: unknown) => Pushed])[] = [
  ["Hikvision", (at) => ({ body: hikvisionXml.replace("2026-11-15T09:30:00.250+05:30", String(at)) })],
  [
    "Dahua",
    (at) =>
      json({
        Picture: { ...dahuaTollgate.Picture, SnapInfo: { ...SnapInfo, AccurateTime: at, SnapTime: undefined } },
      }),
  ],
  ["AXIS", (at) => json({ ...axisNew, capture_timestamp: at, datetime: undefined })],
  ["AXIS, its older field", (at) => json({ ...axisNew, capture_timestamp: undefined, datetime: at })],
  [
    "Plate Recognizer",
    (at) => json({ ...plateRecognizerHook, data: { ...plateRecognizerHook.data, timestamp: at, timestamp_local: at } }),
  ],
  ["OpenALPR, a group", (at) => json({ ...openalprGroup, epoch_start: at })],
  ["OpenALPR, a frame", (at) => json({ ...openalprFrame, epoch_time: at })],
  ["ONVIF", (at) => json({ ...onvifJson, UtcTime: at })],
  ["ONVIF, as XML", (at) => ({ body: onvifXml.replace("2026-11-15T04:00:00.250Z", String(at)) })],
];

const unreadable = [
  "1970-01-01T00:05:00+00:00",
  "1999-12-31T23:59:59Z",
  "2100-01-01T00:00:00Z",
  "9999-12-31T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "2026-13-40T99:00:00Z",
  "2026-02-30T00:00:00Z",
  "05/06/2026 09:00:00",
  "garbage",
  "0",
] as const;

describe("an invalid time", () => {
  const cases = feeds.flatMap(([format, push]) => unreadable.map((written) => [format, written, push] as const));
  it.each(cases)("ENG-4 %s: %s never counts as now, and the installer gets a warning", (_, written, push) => {
    expect(received(push(written))).toMatchObject({
      ok: true,
      detections: [{ at: none, plate: expect.stringMatching(/^mh01ab1234$/i) }],
      detail: expect.stringContaining(
        `Its time "${written}" can't be read: the event gets the time of arrival and opens nothing.`,
      ),
    });
  });

  it.each(feeds)("ENG-4 %s: a text that is too long never counts as now", (_, push) => {
    const understood = received(push("2026-11-15T09:00:00".padEnd(500, "0")));
    expect(understood.ok ? understood.detections.map(({ at }) => at) : [none]).toEqual([none]);
  });

  it.each([{}, true, [], [[]]])("ENG-4 includes %j", (written) => {
    expect([parseTime(written, 0), parseEpoch(written)]).toEqual([none, none]);
  });

  it.each(unreadable)("ENG-4 Gatehouse JSON is refused with it: %s", (at) => {
    expect(firstOf({ ...gatehousePlate, at })).toBe("events[0].at must be an ISO 8601 time with an offset.");
  });

  it("ENG-4 is replaced by a valid time of the same event", () => {
    const snap = { ...SnapInfo, AccurateTime: "garbage" };
    const at = new Date("2026-11-15T04:00:00Z");
    expect(firstOf({ Picture: { ...dahuaTollgate.Picture, SnapInfo: snap } })).toMatchObject({ at });
    expect(firstOf({ ...axisNew, capture_timestamp: "0" })).toMatchObject({ at: new Date("2026-11-15T04:00:00.250Z") });
    expect(receivedJson({ ...axisNew, capture_timestamp: "0" }).detail).not.toContain("not understood");
  });
});

describe("a missing time", () => {
  it.each([undefined, null, "", " "])("ENG-4 includes %j", (written) => {
    expect([parseTime(written, 0), parseEpoch(written)]).toEqual([null, null]);
  });

  it("ENG-4 counts as now if the event has its own id", () => {
    expect(firstOf({ ...openalprFrame, epoch_time: undefined, data_type: "alpr_results" })).toMatchObject({ at: null });
    const untimed = hikvisionXml.replace(/<dateTime>.*<\/dateTime>/, "");
    expect(received({ body: untimed })).toMatchObject({ ok: true, detections: [{ at: null }] });
  });
});

describe("a written time", () => {
  it.each([
    ["2026-11-15T09:00:00Z", "2026-11-15T09:00:00.000Z"],
    ["2026-11-15t09:00:00z", "2026-11-15T09:00:00.000Z"],
    ["2026-11-15 09:00:00.5+05:30", "2026-11-15T03:30:00.500Z"],
    ["2026-11-15T09:00:00.289999999999Z", "2026-11-15T09:00:00.289Z"],
    ["2026-11-15T09:00:00.000000000000-03", "2026-11-15T12:00:00.000Z"],
    ["20261115T090000Z", "2026-11-15T09:00:00.000Z"],
    ["20261115 090000250", "2026-11-15T09:00:00.250Z"],
    ["2026/11/15 09:00:00", "2026-11-15T09:00:00.000Z"],
    ["2026.11.15 09:00:00", "2026-11-15T09:00:00.000Z"],
    ["2026/1/5 9:00:00", "2026-01-05T09:00:00.000Z"],
    ["15.11.2026 09:00:00", "2026-11-15T09:00:00.000Z"],
    ["5.6.2026 9:00:00", "2026-06-05T09:00:00.000Z"],
  ])("ENG-4 %s is %s", (written, at) => {
    expect(parseTime(written, 0)).toEqual(new Date(at));
  });

  it.each([
    "2026-11-15",
    "2026-11/15 09:00:00",
    "15/11/2026 09:00:00",
    "11-15-2026 09:00:00",
    "2026-11-15T24:00:00Z",
    "2026-11-15T09:60:00Z",
    "2026-11-15T09:00:00+15:00",
    "2026-11-15T09:00:00 PM",
    "15.13.2026 09:00:00",
  ])("ENG-4 %s is invalid", (written) => {
    expect(parseTime(written, 0)).toEqual(none);
  });

  it("ENG-4 without an offset is invalid if the zone is unknown", () => {
    expect(parseTime("2026-11-15T09:00:00")).toEqual(none);
  });
});

const berlin = (receivedAt: string) => ({ timeZone: "Europe/Berlin", receivedAt: new Date(receivedAt) });
const withoutOffset = {
  Hikvision: { body: hikvisionXml.replace("2026-11-15T09:30:00.250+05:30", "2026-10-25T02:30:00") },
  AXIS: json({ ...axisNew, capture_timestamp: undefined, datetime: "20261025 023000000" }),
  Dahua: json({
    Picture: {
      ...dahuaTollgate.Picture,
      SnapInfo: { ...SnapInfo, TimeZone: undefined, AccurateTime: "2026-10-25 02:30:00" },
    },
  }),
  "Plate Recognizer": json({
    ...plateRecognizerHook,
    data: { ...plateRecognizerHook.data, timestamp: undefined, timestamp_local: "2026-10-25 02:30:00" },
  }),
};

describe.each(Object.entries(withoutOffset))(
  "a clock of %s without an offset, in the hour that autumn repeats",
  (_, pushed) => {
    it.each([
      ["the first time", "2026-10-25T00:30:01Z", "2026-10-25T00:30:00Z"],
      ["the first time, sent a little late", "2026-10-25T00:50:00Z", "2026-10-25T00:30:00Z"],
      ["the second time", "2026-10-25T01:30:01Z", "2026-10-25T01:30:00Z"],
      ["the second time, by a clock that is a little ahead", "2026-10-25T01:29:58Z", "2026-10-25T01:30:00Z"],
      ["the second time, sent the next day", "2026-10-26T08:00:00Z", "2026-10-25T01:30:00Z"],
    ])("ENG-4 shows %s", (_name, receivedAt, at) => {
      expect(received({ ...pushed, ...berlin(receivedAt) })).toMatchObject({
        ok: true,
        detections: [{ at: new Date(at) }],
      });
    });
  },
);
