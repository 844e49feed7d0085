import { describe, expect, it } from "vitest";
import { answered, jpeg, received } from "./received.ts";
import { tattileSample as sample } from "./tattile-sample.ts";

const first = (xml: string) => {
  const understood = received({ body: xml });
  return understood.ok ? understood.detections[0] : understood.detail;
};

describe("Tattile", () => {
  it("FEED-2 reports plate, camera, time in the site's zone, direction, confidence and pictures", () => {
    expect(first(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "TA-90017",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.925,
      direction: "X",
      vehicleType: null,
      vehicleClass: null,
      speed: null,
      images: [
        { kind: "full", bytes: Buffer.from(jpeg) },
        { kind: "plate", bytes: Buffer.from(jpeg) },
      ],
      isAfterwards: false,
    });
  });

  it("FEED-2 the time may have colons, and the root any name", () => {
    const other = sample.replace("09-30-00-250", "09:30:00.250").replaceAll("transit>", "Msg>");
    expect(first(other)).toEqual(first(sample));
  });

  it.each([
    ["GOAWAY", "X"],
    ["APPROACH", "N"],
    ["UNKNOWN", null],
  ])("FEED-2 direction %s is %s", (word, direction) => {
    expect(first(sample.replace("GOAWAY", word))).toMatchObject({ direction });
  });

  it("FEED-2 a message without a plate, such as a status, is no event and is answered 200", () => {
    const status = "<status><DEVICE_SN>TA-90017</DEVICE_SN><UPTIME>17</UPTIME></status>";
    expect(received({ body: status })).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: status })).toMatchObject({ status: 200 });
  });
});
