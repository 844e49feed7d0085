import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";
import { axisNew } from "./samples.ts";

const idOf = (value: unknown) => (firstOf(value) as { eventId: string }).eventId;

describe("AXIS", () => {
  it("INT-3 reads plate, camera, time, direction, confidence, vehicle type and pictures, all from texts", () => {
    expect(firstOf(axisNew)).toEqual({
      kind: "plate",
      eventId: expect.any(String),
      source: "ACCC8E000001",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.9712,
      direction: "N",
      vehicleType: "CAR",
      vehicleClass: null,
      speed: null,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
      track: { id: expect.any(String), isUpdate: false, message: expect.any(String) },
    });
  });

  it.each([
    ["new", false],
    ["update", false],
    ["lost", true],
    ["LOST", true],
  ])("ENG-1 carState %s: reported afterwards: %s", (carState, isAfterwards) => {
    expect(firstOf({ ...axisNew, carState })).toMatchObject({ isAfterwards });
  });

  it("ENG-4 all reports of one car are one event", () => {
    const update = { ...axisNew, carState: "update", capture_timestamp: "1794715201250", packetCounter: "67782" };
    const lost = { ...axisNew, carState: "lost", capture_timestamp: "1794715211250", packetCounter: "67783" };
    expect([idOf(update), idOf(lost)]).toEqual([idOf(axisNew), idOf(axisNew)]);
  });

  it.each([
    ["another car", { carID: "103" }],
    ["a better reading of the same car", { carState: "update", plateText: "MH01AB1284" }],
    ["another car with the same number, after the camera was started again", { plateText: "GJ05MP1084" }],
    ["the same number hours later, after the camera was started again", { capture_timestamp: "1794740400250" }],
  ])("ENG-4 %s is a new event", (_, over) => {
    expect(idOf({ ...axisNew, ...over })).not.toBe(idOf(axisNew));
  });

  const timeless = { ...axisNew, capture_timestamp: undefined, datetime: undefined };
  it.each([
    ["whose time is not understood", { ...timeless, datetime: "garbage" }, { ...timeless, datetime: "rubbish" }],
    ["without a time", timeless, { ...timeless, packetCounter: "99999" }],
  ])("ENG-4 a car %s is not the same as a later car with its number", (_, first, later) => {
    expect(idOf({ ...first })).toBe(idOf(first));
    expect(idOf(later)).not.toBe(idOf(first));
  });

  it("ENG-4 without a car number its time and plate are its id", () => {
    const carless = { ...axisNew, carID: undefined };
    expect(idOf({ ...carless, packetCounter: "1" })).toBe(idOf(carless));
    expect(idOf({ ...carless, capture_timestamp: "1794715200251" })).not.toBe(idOf(carless));
    expect(idOf({ ...carless, plateText: "GJ05MP1084" })).not.toBe(idOf(carless));
  });

  it("INT-3 a list of reports is read report by report", () => {
    const other = { ...axisNew, carID: "103", plateText: "DL8CAF5031", plateUTF8: "DL8CAF5031" };
    expect(receivedJson([axisNew, other, { noise: true }, null])).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234" }, { plate: "DL8CAF5031" }],
      detail: "2 plates: MH01AB1234, DL8CAF5031.",
    });
  });

  it.each([
    ["in", "N"],
    ["out", "X"],
    ["unknown", null],
  ])("ENG-1 carMoveDirection %s is %s", (carMoveDirection, direction) => {
    expect(firstOf({ ...axisNew, carMoveDirection })).toMatchObject({ direction });
  });

  it("ENG-4 without capture_timestamp its time is in the site's zone", () => {
    expect(firstOf({ ...axisNew, capture_timestamp: undefined })).toMatchObject({
      at: new Date("2026-11-15T04:00:00.250Z"),
    });
  });

  it("INT-3 the plate is read from any of its three fields", () => {
    expect(firstOf({ ...axisNew, plateText: "", plateUTF8: undefined, plateASCII: "B1" })).toMatchObject({
      plate: "B1",
    });
  });

  it("INT-3 gets a plain 200", () => {
    expect(answered({ body: JSON.stringify(axisNew) })).toMatchObject({ status: 200 });
  });
});
