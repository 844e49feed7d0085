import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, multipart, received, receivedJson } from "./received.ts";
import { gatehousePlate as plate } from "./samples.ts";

const at = "2026-11-15T04:00:00Z";

describe("Gatehouse's own format", () => {
  it("INT-3 reads a plate", () => {
    expect(firstOf(plate)).toEqual({
      kind: "plate",
      eventId: "c1-000042",
      source: "north",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH 01 AB 1234",
      confidence: 0.97,
      direction: "N",
      vehicleType: "CAR",
      vehicleClass: "4w",
      speed: 23.5,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it.each([
    [
      "a tag",
      { type: "tag", id: 7, tag: "E2000019", direction: "out" },
      { kind: "tag", eventId: "7", source: null, at: null, tag: "E2000019", direction: "X" },
    ],
    [
      "a count",
      { type: "count", id: "8", source: 12, direction: "N", vehicleClass: "2w", count: "3" },
      { kind: "count", eventId: "8", source: "12", at: null, direction: "N", vehicleClass: "2w", count: 3 },
    ],
    [
      "a count of one",
      { type: "count", id: "9" },
      { kind: "count", eventId: "9", source: null, at: null, direction: null, vehicleClass: null, count: 1 },
    ],
    [
      "slots",
      {
        type: "slots",
        id: "10",
        slots: [
          { name: "A1", state: "free" },
          { name: 2, state: "occupied", x: 1 },
        ],
      },
      {
        kind: "slots",
        eventId: "10",
        source: null,
        at: null,
        slots: [
          { name: "A1", state: "free" },
          { name: "2", state: "occupied" },
        ],
      },
    ],
    ["a loop", { type: "loop", id: "11", at }, { kind: "loop", eventId: "11", source: null, at: new Date(at) }],
  ])("INT-3 reads %s", (_, event, detection) => {
    expect(firstOf(event)).toEqual(detection);
  });

  it.each([
    ["one event", plate],
    ["a list", [plate]],
    ["a list under its name", { events: [plate], sender: "adapter" }],
  ])("INT-3 comes as %s", (_, body) => {
    expect(receivedJson(body)).toMatchObject({ ok: true, detections: [{ eventId: "c1-000042" }], detail: "1 plate." });
  });

  it("INT-3 reads several kinds of events in one request", () => {
    const events = [plate, { type: "loop", id: "a" }, { type: "loop", id: "b" }];
    expect(receivedJson({ events })).toMatchObject({ ok: true, detail: "1 plate, 2 loop pulses." });
  });

  it("INT-3 an empty list is a heartbeat", () => {
    expect(receivedJson({ events: [] })).toMatchObject({ ok: true, detections: [], detail: "No events." });
  });

  it("INT-3 optional fields may be missing or null, and numbers may be texts", () => {
    const bare = { type: "plate", id: "1", plate: "A1", confidence: "0.5", speed: null, images: null, direction: null };
    expect(firstOf(bare)).toMatchObject({ plate: "A1", confidence: 0.5, speed: null, images: [], direction: null });
  });

  it.each(["N", "entry", "in", "ENTRY"])("ENG-1 %s is an entry", (direction) => {
    expect(firstOf({ ...plate, direction })).toMatchObject({ direction: "N" });
  });
  it.each(["X", "exit", "out"])("ENG-1 %s is an exit", (direction) => {
    expect(firstOf({ ...plate, direction })).toMatchObject({ direction: "X" });
  });

  it("ENG-4 an event without an id is identified by its time and content", () => {
    const slots = { type: "slots", at, slots: [{ name: "A1", state: "free" }] };
    const [once, again, later, other] = [
      slots,
      { ...slots, extra: 1 },
      { ...slots, at: "2026-11-15T04:00:01Z" },
      { ...slots, slots: [{ name: "A1", state: "occupied" }] },
    ].map((value) => (firstOf(value) as { eventId: string }).eventId);
    expect(again).toBe(once);
    expect(new Set([once, later, other]).size).toBe(3);
  });

  it("ENG-4 a long id stays unique", () => {
    const [once, other] = ["a", "b"].map((end) => firstOf({ ...plate, id: "x".repeat(150) + end }));
    expect((once as { eventId: string }).eventId.length).toBeLessThanOrEqual(100);
    expect(once).not.toEqual(other);
  });

  it("INT-3 images may be other parts of a form", () => {
    const body = multipart([
      { name: "event.json", type: "application/json", bytes: JSON.stringify({ ...plate, images: undefined }) },
      { name: "full.jpg", type: "image/jpeg", bytes: jpeg },
      { name: "plate.jpg", type: "image/jpeg", bytes: jpeg },
    ]);
    expect(received(body)).toMatchObject({ ok: true, detections: [{ images: [{ kind: "full" }, { kind: "plate" }] }] });
  });

  it.each([
    [{ events: [{ ...plate, type: "plates" }] }, "events[0].type must be one of plate, tag, count, slots, loop."],
    [[plate, { ...plate, plate: undefined }], "events[1].plate is required."],
    [{ ...plate, plate: "" }, "events[0].plate is required."],
    [{ ...plate, plate: "A\u0000" }, "events[0].plate contains a character that cannot be stored."],
    [{ ...plate, plate: "A".repeat(33) }, "events[0].plate has more than 32 characters."],
    [{ ...plate, plate: { text: "A1" } }, "events[0].plate must be a text."],
    [{ ...plate, plate: { "#text": "A1" } }, "events[0].plate must be a text."],
    [{ ...plate, plate: ["A1"] }, "events[0].plate must be a text."],
    [{ ...plate, plate: true }, "events[0].plate must be a text."],
    [{ ...plate, plate: -5 }, "events[0].plate must be a text."],
    [{ type: "tag", id: 1, tag: ["E200"] }, "events[0].tag must be a text."],
    [{ type: "tag", id: [1], tag: "E200" }, "events[0].id must be a text."],
    [{ ...plate, at: "2026-11-15T09:30:00" }, "events[0].at must be an ISO 8601 time with an offset."],
    [{ ...plate, at: 5 }, "events[0].at must be a time."],
    [{ type: "slots", id: 1, slots: ["A1"] }, "events[0].slots[0] must be an object."],
    [{ type: "slots", id: 1, slots: [null] }, "events[0].slots[0] is required."],
    [{ ...plate, confidence: 97 }, "events[0].confidence must be a number from 0 to 1."],
    [{ ...plate, speed: "fast" }, "events[0].speed must be a number from 0 to 400."],
    [{ ...plate, direction: "north" }, "events[0].direction must be N or X, entry or exit, in or out."],
    [{ type: "count", id: 1, count: 1.5 }, "events[0].count must be a whole number."],
    [{ type: "count", id: 1, count: -1 }, "events[0].count must be a number from 1 to 10000."],
    [
      { type: "slots", id: 1, slots: [{ name: "A", state: "maybe" }] },
      "events[0].slots[0].state must be one of free, occupied, error.",
    ],
    [{ type: "tag", id: 1 }, "events[0].tag is required."],
    [{ type: "loop" }, "events[0] needs an id or a time (at)."],
    [{ events: ["loop"] }, "events[0] must be an object."],
  ])("INT-3 %j is refused as a whole with the path of the fault", (body, words) => {
    expect(receivedJson(body)).toMatchObject({ ok: false, detail: words });
  });

  it("INT-3 gets a confirmation", () => {
    expect(answered({ body: JSON.stringify(plate) })).toEqual({
      status: 200,
      contentType: "application/json",
      body: '{"result":"ok"}',
    });
  });
});
