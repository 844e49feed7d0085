import { describe, expect, it } from "vitest";
import { plateFeeds } from "../../src/plate-feeds/registry.ts";
import { received, receivedJson } from "./received.ts";
import { samples } from "./samples.ts";

describe("every format", () => {
  it.each(samples)("INT-3 %s is known by its shape, and one plate is read from it", (format, pushed) => {
    const understood = received(pushed);
    expect(understood).toMatchObject({ ok: true, feed: { title: format } });
    expect(understood.ok && understood.sightings).toEqual([
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
    "INT-3 %s is known whatever content type it comes with: %j",
    (format, contentType, pushed) => {
      expect(received({ ...pushed, contentType })).toEqual(received(pushed));
      expect(received({ ...pushed, contentType })).toMatchObject({ ok: true, feed: { title: format } });
    },
  );

  it.each(samples)("ENG-4 %s sent again is the same event", (_, pushed) => {
    const [once, again] = [received(pushed), received(pushed)];
    expect(once.ok && once.sightings[0]?.eventId).toMatch(/^.{1,100}$/);
    expect(again).toEqual(once);
  });
});

describe("a payload that nobody knows", () => {
  it.each([
    ["an empty body", { body: "" }],
    ["another JSON", { body: '{"hello":"world"}' }],
    ["an empty list", { body: "[]" }],
    ["another XML", { body: "<hello/>" }],
    ["names of another kind", { body: '{"__proto__":{"type":"plate"},"constructor":1,"toString":2}' }],
  ])("INT-3 %s is answered with a sentence that lists what is known", (_, pushed) => {
    const understood = received(pushed);
    expect(understood).toMatchObject({ ok: false, feed: null });
    expect(understood.detail).toBe(
      "This is none of the formats that are understood: Hikvision ANPR, Dahua ITSAPI, AXIS License Plate Verifier, Plate Recognizer, OpenALPR / Rekor, ONVIF, Gatehouse JSON.",
    );
  });

  it("INT-3 the list names every feed", () => {
    const { detail } = receivedJson({});
    expect(plateFeeds.map(({ title }) => detail.includes(title))).not.toContain(false);
  });
});
