import { describe, expect, it } from "vitest";
import { dahuaEventPushSample as sample } from "./dahua-event-push-sample.ts";
import { answered, firstOf, jpeg, multipart, received, receivedJson } from "./received.ts";

const [event] = sample.Events;
const withEvent = (over: object) => ({ ...sample, Events: [{ ...event, ...over }] });

describe("Dahua event push", () => {
  it("FEED-2 reports plate, camera, time, direction, confidence, vehicle type and speed", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "gate-itc",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.91,
      direction: "N",
      vehicleType: "SUV",
      vehicleClass: null,
      speed: 12,
      images: [],
      isAfterwards: false,
    });
  });

  it("FEED-2 a bare event, and one with its content in Data, are the same event", () => {
    const { Code, Action, ...Data } = event ?? {};
    expect(firstOf(event)).toEqual(firstOf(sample));
    expect(firstOf({ Code, Action, Data })).toEqual(firstOf(sample));
  });

  it("FEED-2 the plate is also read from the object", () => {
    expect(firstOf(withEvent({ TrafficCar: { MachineName: "x" } }))).toMatchObject({ plate: "MH01AB1234" });
  });

  it.each([
    ["Obverse", "N"],
    ["Reverse", "X"],
    ["Unknown", null],
  ])("FEED-2 JunctionDirection %s is %s", (JunctionDirection, direction) => {
    expect(firstOf(withEvent({ JunctionDirection }))).toMatchObject({ direction });
  });

  it("FEED-2 the numeric UTC, which is local, is never used: without RealUTC the event has no time", () => {
    expect(firstOf(withEvent({ RealUTC: undefined }))).toMatchObject({ at: null, isUntimed: true });
    expect(firstOf(withEvent({ RealUTC: undefined, LocaleTime: "2026-11-15 09:30:00" }))).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
    });
  });

  it.each(["VideoMotion", "HeartBeat", "TrafficManualSnap"])("FEED-2 %s is accepted and is no event", (Code) => {
    expect(receivedJson(withEvent({ Code }))).toMatchObject({ ok: true, detections: [] });
  });

  it("FEED-2 pictures of a multipart body belong to its event", () => {
    const form = multipart([
      { name: "info", type: "application/json", bytes: JSON.stringify(sample) },
      { name: "pic", file: "0.jpg", type: "image/jpeg", bytes: jpeg },
    ]);
    expect(received(form)).toMatchObject({ ok: true, detections: [{ images: [{ kind: "full" }] }] });
  });

  it("FEED-2 is answered with status 200", () => {
    expect(answered({ body: JSON.stringify(sample) })).toMatchObject({ status: 200 });
  });
});
