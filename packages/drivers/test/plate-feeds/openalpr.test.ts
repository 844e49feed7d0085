import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, receivedJson } from "./received.ts";
import { openalprFrame as frame, openalprGroup as group } from "./samples.ts";

const idOf = (value: unknown) => (firstOf(value) as { eventId: string }).eventId;

describe("OpenALPR and Rekor", () => {
  it("INT-3 a group has plate, camera, start, direction, confidence, vehicle type and pictures", () => {
    expect(firstOf(group)).toEqual({
      kind: "plate",
      eventId: expect.any(String),
      source: "106232742",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.935,
      direction: "N",
      vehicleType: "sedan-compact",
      vehicleClass: null,
      speed: null,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it("ENG-4 a preview and the group that follows it are one event", () => {
    const preview = {
      ...group,
      is_preview: true,
      epoch_end: 1794715201000,
      best_uuid: "agent-106232742-1794715200300",
    };
    expect(firstOf(preview)).toMatchObject({ eventId: idOf(group), isAfterwards: false });
  });

  it("ENG-1 a group that corrects the preview's plate is a new event, because the preview was denied", () => {
    expect(idOf({ ...group, best_plate_number: "MH01AB1Z34" })).not.toBe(idOf(group));
  });

  it("INT-3 a frame has several plates", () => {
    const two = { ...frame, results: [...frame.results, { plate: "DL8CAF5031", confidence: "88" }] };
    expect(receivedJson(two)).toMatchObject({
      ok: true,
      detections: [
        { plate: "MH01AB1234", confidence: 0.935 },
        { plate: "DL8CAF5031", confidence: 0.88 },
      ],
    });
  });

  it("INT-3 frames of older agents have no type and use seconds", () => {
    const { data_type: _, ...old } = frame;
    expect(firstOf({ ...old, epoch_time: 1794715200 })).toMatchObject({ at: new Date("2026-11-15T04:00:00Z") });
  });

  it.each([
    [180, "N"],
    ["181.5", "N"],
    [0, "X"],
    [359, "X"],
    [-10, "X"],
    [90, null],
    [null, null],
    ["down", null],
  ])("ENG-1 %s degrees are direction %s", (travel_direction, direction) => {
    expect(firstOf({ ...group, travel_direction })).toMatchObject({ direction });
  });

  it.each([
    [{ data_type: "heartbeat", agent_uid: "A" }, "Agent heartbeat."],
    [{ ...frame, results: [] }, "A frame without a plate."],
    [{ data_type: "vehicle" }, 'An OpenALPR "vehicle" message, ignored.'],
  ])("INT-3 %j is accepted and ignored", (body, detail) => {
    expect(receivedJson(body)).toMatchObject({ ok: true, detections: [], detail });
  });

  it("INT-3 gets a plain 200", () => {
    expect(answered({ body: JSON.stringify(group) })).toMatchObject({ status: 200 });
  });
});
