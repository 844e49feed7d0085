import fc from "fast-check";
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
    const none = { Code, Object: { ObjectType: "Vehicle" }, TrafficCar: { PlateNumber: "" } };
    expect(receivedJson(withEvent(none))).toMatchObject({ ok: true, detections: [] });
  });

  it("FEED-5 another event with a plate is refused, and says so", () => {
    expect(receivedJson(withEvent({ Code: "TrafficParking" }))).toMatchObject({
      ok: false,
      detail:
        'A Dahua "TrafficParking" event without a plate. But it holds the plate "MH01AB1234", which is not read from this message.',
    });
  });

  it.each([
    ["2026-11-15T04:00:00Z", "2026-11-15T04:00:00Z"],
    ["2026-11-15 04:00:00", "2026-11-15T04:00:00Z"],
    ["2026-11-15 09:30:00+05:30", "2026-11-15T04:00:00Z"],
  ])("FEED-2 UTC as the text %s is UTC", (UTC, at) => {
    expect(firstOf(withEvent({ RealUTC: undefined, UTC }))).toMatchObject({ at: new Date(at) });
  });

  it("FEED-2 the envelope of an RPC notification is read", () => {
    const { Code, Action, ...Data } = event ?? {};
    const params = { SID: 513, eventList: [{ Action, Code, Data: { ...Data, Code } }] };
    const notification = { id: 3143, method: "client.notifyEventStream", params, session: "1" };
    expect(firstOf(notification)).toEqual(firstOf(sample));
  });

  it("FEED-2 a plate only in data.Object.Text is read, from JSON and from the text of an event", () => {
    const data = {
      Object: { ObjectType: "Plate", Text: "MH01AB1234" },
      TrafficCar: { PlateNumber: "" },
      RealUTC: 1794715200,
    };
    expect(firstOf({ Code: "TrafficJunction", data })).toMatchObject({ plate: "MH01AB1234" });
    const body = `Code=TrafficJunction;action=Pulse;index=0;data=${JSON.stringify(data, null, 2)}`;
    expect(received({ body, contentType: "text/plain" })).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", at: new Date("2026-11-15T04:00:00Z") }],
    });
  });

  const lines = [
    "Events[0].EventBaseInfo.Code=TrafficJunction",
    "Events[0].EventBaseInfo.Action=Pulse",
    "Events[0].GroupID=4711",
    "Events[0].JunctionDirection=Obverse",
    "Events[0].Object.BoundingBox[0]=1",
    "Events[0].Object.Confidence=91",
    "Events[0].RealUTC=1794715200",
    "Events[0].UTCMS=250",
    "Events[0].TrafficCar.MachineName=gate-itc",
    "Events[0].TrafficCar.PlateNumber=MH01AB1234",
    "Events[0].TrafficCar.Speed=12",
    "Events[0].Vehicle.Category=SUV",
  ].join("\r\n");

  it("FEED-2 assignments as text are read, alone or with a picture", () => {
    expect(received({ body: lines, contentType: "text/plain" })).toMatchObject({ detections: [firstOf(sample)] });
    const form = multipart([
      { name: "", file: null, type: "text/plain", bytes: lines },
      { name: "pic", file: "0.jpg", type: "image/jpeg", bytes: jpeg },
    ]);
    expect(received(form)).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", images: [{ kind: "full" }] }],
    });
  });

  it("INT-3 assignments to anything get a result", () => {
    const piece = fc.constantFrom(
      "Events",
      "[0]",
      "[1]",
      "[99999]",
      ".",
      "=",
      "Code",
      "\n",
      "__proto__",
      "[",
      "]",
      "a",
      "1",
    );
    const body = fc.array(piece, { maxLength: 40 }).map((pieces) => `Events[0].${pieces.join("")}`);
    fc.assert(
      fc.property(body, (text) => {
        expect(received({ body: text }).detail).toEqual(expect.any(String));
      }),
    );
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
