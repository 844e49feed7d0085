import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, received, receivedJson } from "./received.ts";
import { plateRecognizerHook as hook } from "./samples.ts";

const [result] = hook.data.results;
const withData = (over: object) => ({ ...hook, data: { ...hook.data, ...over } });

describe("Plate Recognizer", () => {
  it("INT-3 reads plate, camera, time, confidence and vehicle type", () => {
    expect(firstOf(hook)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "camera-1",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "mh01ab1234",
      confidence: 0.97,
      direction: null,
      vehicleType: "Sedan",
      vehicleClass: null,
      speed: null,
      images: [],
      isAfterwards: false,
    });
  });

  it("INT-3 a form contains the image", () => {
    const body = Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="json"\r\n\r\n${JSON.stringify(hook)}\r\n--b\r\n`),
      Buffer.from(
        'Content-Disposition: form-data; name="upload"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
      ),
      jpeg,
      Buffer.from("\r\n--b--\r\n"),
    ]);
    expect(received({ body, contentType: "multipart/form-data; boundary=b" })).toMatchObject({
      ok: true,
      detections: [{ plate: "mh01ab1234", images: [{ kind: "full", bytes: Buffer.from(jpeg) }] }],
    });
  });

  it("ENG-4 the hook's id, which may be the camera's, does not merge events at different times", () => {
    const later = withData({ timestamp: "2026-11-15T04:00:01Z" });
    expect((firstOf(later) as { eventId: string }).eventId).not.toBe((firstOf(hook) as { eventId: string }).eventId);
  });

  it("INT-3 several plates in one picture are several events", () => {
    const understood = receivedJson(withData({ results: [result, { ...result, plate: "dl8caf5031" }] }));
    expect(understood.ok && new Set(understood.detections.map(({ eventId }) => eventId)).size).toBe(2);
  });

  it("ENG-1 an invalid plate does not affect the others", () => {
    expect(receivedJson(withData({ results: [{ plate: "\u0007" }, result] }))).toMatchObject({
      ok: true,
      detections: [{ plate: "mh01ab1234" }],
      detail: "Plate mh01ab1234 at camera camera-1, no picture. The plate contains a character that cannot be stored.",
    });
  });

  it("ENG-4 a timestamp without offset is UTC; the local one is the fallback", () => {
    expect(firstOf(withData({ timestamp: "2026-11-15 04:00:00" }))).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
    });
    expect(firstOf(withData({ timestamp: null }))).toMatchObject({ at: new Date("2026-11-15T04:00:00.250Z") });
  });

  it("INT-3 a message without plates is accepted and ignored", () => {
    expect(receivedJson({ hook: { event: "heartbeat" }, data: {} })).toMatchObject({
      ok: true,
      detections: [],
      detail: 'A Plate Recognizer "heartbeat" message without a plate.',
    });
  });

  it("INT-3 gets a plain 200", () => {
    expect(answered({ body: JSON.stringify(hook) })).toMatchObject({ status: 200 });
  });
});
