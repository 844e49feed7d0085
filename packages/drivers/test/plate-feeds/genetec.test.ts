import { describe, expect, it } from "vitest";
import { genetecSample as sample } from "./genetec-sample.ts";
import { answered, firstOf, jpeg, jpegText, received, receivedJson } from "./received.ts";

describe("Genetec reads", () => {
  it("FEED-2 reports plate, camera, time, direction, confidence and pictures", () => {
    expect(firstOf(sample)).toEqual({
      kind: "plate",
      eventId: expect.stringMatching(/^h-/),
      source: "ACCC8E000001",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.95,
      direction: "N",
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

  it("FEED-2 a time without an offset is UTC, and a confidence may be a percentage", () => {
    expect(firstOf({ ...sample, ReadTimeUtc: "2026-11-15T04:00:00", Confidence: 88 })).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
      confidence: 0.88,
    });
  });

  it("FEED-2 a list is read one by one", () => {
    const other = { ...sample, Plate: "DL8CAF5031", VehicleDirection: "Out" };
    expect(receivedJson([sample, other])).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234" }, { plate: "DL8CAF5031", direction: "X" }],
    });
  });

  const sharp = {
    ContextCameraName: "Context Camera",
    ContextImage: jpegText,
    Id: "32cf870a-46aa-4cfd-914b-00062d98e93a",
    LprCameraName: "Lpr Camera",
    PlateAnalytics: [
      { Key: "Vehicle Type", Score: 1, Value: "-" },
      { Key: "Relative Motion", Score: -1, Value: "Closer" },
      { Key: "Confidence Score", Score: 1, Value: "96" },
    ],
    PlateImage: jpegText,
    PlateRead: "MH01AB1234",
    SourceUrl: "SHARPV12345",
    Timestamp: "2026-11-15T04:00:00.250",
  };

  it("FEED-2 SharpOS in JSON and in XML is the same event", () => {
    expect(firstOf(sharp)).toMatchObject({
      source: "Lpr Camera",
      at: new Date("2026-11-15T04:00:00.250Z"),
      plate: "MH01AB1234",
      confidence: 0.96,
      direction: "N",
      vehicleType: null,
      images: [{ kind: "full" }, { kind: "plate" }],
    });
    const analytics = sharp.PlateAnalytics.map(
      ({ Key, Value }) => `<PlateAnalytics><Key>${Key}</Key><Score>1</Score><Value>${Value}</Value></PlateAnalytics>`,
    ).join("");
    const body = `<Plate><ContextImage>${jpegText}</ContextImage><Id>${sharp.Id}</Id><LprCameraName>Lpr Camera</LprCameraName><PlateAnalytics>${analytics}</PlateAnalytics><PlateImage>${jpegText}</PlateImage><PlateRead>MH01AB1234</PlateRead><SourceUrl>SHARPV12345</SourceUrl><Timestamp>2026-11-15T04:00:00.2500000+00:00</Timestamp></Plate>`;
    expect(received({ body, contentType: "application/xml" })).toMatchObject({ detections: [firstOf(sharp)] });
  });

  it("FEED-5 a read of a list without the fields of its format is refused, and the others are stored", () => {
    expect(receivedJson([sample, { Plate: "DL8CAF5031" }])).toMatchObject({
      detections: [{ plate: "MH01AB1234" }],
      error: "The event has neither an id nor a time.",
      detail: expect.stringContaining("neither an id nor a time"),
    });
  });

  it("FEED-2 is answered with status 200", () => {
    expect(answered({ body: JSON.stringify(sample) })).toMatchObject({ status: 200 });
  });
});
