import { describe, expect, it } from "vitest";
import { answered, firstOf, jpeg, multipart, received, receivedJson } from "./received.ts";
import {
  axisEventXml,
  axisForm,
  axisNew,
  dahuaTollgate,
  hikvisionXml,
  onvifFrameXml,
  openalprAlert,
  openalprGroup,
  plateRecognizerVehicle,
} from "./samples.ts";

const firstOfXml = (xml: string) => {
  const understood = received({ body: xml });
  return understood.ok ? understood.detections[0] : understood.detail;
};
const picture = (kind: string, bytes: Uint8Array = jpeg) => ({ kind, bytes: Buffer.from(bytes) });
const crop = Buffer.concat([jpeg, Buffer.from("plate")]);

describe("Plate Recognizer's vehicle format", () => {
  it("FEED-1 the plate and its score are among the properties of the plate", () => {
    expect(firstOf(plateRecognizerVehicle)).toMatchObject({
      plate: "mh01ab1234",
      confidence: 0.96,
      vehicleType: "SUV",
      source: "camera-1",
    });
  });

  it.each([
    ["null", null],
    ["without properties", { type: "Plate", score: 0.4 }],
  ])("FEED-1 a vehicle whose plate is %s is no event", (_, plate) => {
    const results = [{ ...plateRecognizerVehicle.data.results[0], plate }];
    const value = { ...plateRecognizerVehicle, data: { ...plateRecognizerVehicle.data, results } };
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
  });
});

describe("AXIS", () => {
  it.each([
    ["new", false],
    ["update", true],
    ["lost", true],
  ])("FEED-1 a report with carState %s follows the car; it updates an earlier report: %s", (carState, isUpdate) => {
    const report = { ...axisNew, carState, plateText: "MH01AB1284" };
    const { track } = firstOf(report) as { track: { id: string; isUpdate: boolean; message: string } };
    expect(track).toMatchObject({ isUpdate, message: expect.stringContaining("MH01AB1284") });
    expect(track.id).toBe((firstOf(axisNew) as { track: { id: string } }).track.id);
  });

  it("FEED-1 the kept message has no pictures", () => {
    const ImageArray = [{ ImageType: "plate", BinaryImage: "A".repeat(5_000) }];
    const { track } = firstOf({ ...axisNew, ImageArray }) as { track: { message: string } };
    expect(track.message).toContain("AAAAAAAA…");
    expect(track.message.length).toBeLessThan(1_000);
  });

  it("FEED-1 a form with the parts event and image has its picture, in any order of the parts", () => {
    expect(received(axisForm)).toMatchObject({ ok: true, detections: [{ images: [picture("full")] }] });
    const { ImageArray: _, ...report } = axisNew;
    const reversed = multipart([
      { name: "image", file: null, type: "image/jpeg", bytes: jpeg },
      { name: "event", file: null, type: "", bytes: JSON.stringify(report) },
    ]);
    expect(received(reversed)).toMatchObject({ ok: true, detections: [{ images: [picture("full")] }] });
  });

  it.each([
    ["0.971200", 0.9712],
    ["97.5", 0.975],
    ["97.5%", 0.975],
    ["100", 1],
    ["250", null],
  ])("FEED-1 a confidence of %s is %s", (plateConfidence, confidence) => {
    expect(firstOf({ ...axisNew, plateConfidence })).toMatchObject({ confidence });
  });

  it.each([
    { heartbeat: "1", sensorProviderID: "north" },
    { messageType: "heartbeat", camera_info: { SerialNumber: "ACCC8E000001" } },
  ])("FEED-1 a heartbeat is answered 200: %j", (value) => {
    expect(receivedJson(value)).toMatchObject({ ok: true, detections: [] });
    expect(answered({ body: JSON.stringify(value) })).toMatchObject({ status: 200 });
  });

  it.each([
    ["the id that the installer entered", { sensorProviderID: "north" }, "north"],
    ["nothing while that id is the default", { sensorProviderID: "defaultID" }, null],
  ])("FEED-1 without a serial number the camera is %s", (_, over, source) => {
    expect(firstOf({ ...axisNew, camera_info: undefined, ...over })).toMatchObject({ source });
  });
});

describe("Dahua", () => {
  it.each(["UNRECOGNISE", "unrecognised", "null", "--", "-", "unknown", "Unknow", "none", "No Plate", "无牌车", "***"])(
    "FEED-1 %s means that no plate was read",
    (PlateNumber) => {
      const { Picture } = dahuaTollgate;
      const value = { Picture: { ...Picture, Plate: { ...Picture.Plate, PlateNumber } } };
      expect(receivedJson(value, "/NotificationInfo/TollgateInfo")).toMatchObject({
        ok: true,
        detections: [],
        detail: "A vehicle whose plate was not read.",
      });
    },
  );
});

describe("OpenALPR", () => {
  it("FEED-1 an alert is the event of its group", () => {
    expect(firstOf(openalprAlert)).toEqual(firstOf(openalprGroup));
  });

  it("FEED-1 an alert without a group is refused", () => {
    expect(firstOf({ ...openalprAlert, group: undefined })).toBe("The alpr_alert has no group.");
  });

  it("FEED-1 the confidence of the best plate is the fallback", () => {
    expect(firstOf({ ...openalprGroup, best_confidence: undefined })).toMatchObject({ confidence: 0.935 });
  });

  it("FEED-1 the test of the webhook is answered 200", () => {
    const test = { openalpr_webhook: "test" };
    expect(receivedJson(test)).toMatchObject({ ok: true, detections: [], feed: { title: "OpenALPR / Rekor" } });
    expect(answered({ body: JSON.stringify(test) })).toMatchObject({ status: 200 });
  });
});

describe("Hikvision", () => {
  const xml = { name: "anpr.xml", type: "text/xml", bytes: hikvisionXml };
  const plate = { name: "licensePlatePicture.jpg", file: "7f3a01", type: "image/jpeg", bytes: crop };
  const scene = { name: "vehiclePicture.jpg", file: "7f3a02", type: "image/jpeg", bytes: jpeg };

  it.each([
    ["the plate first", [xml, plate, scene]],
    ["the scene first", [xml, scene, plate]],
    ["the pictures before the text", [plate, scene, xml]],
  ])("FEED-1 the names of the fields tell the pictures apart when file names are ids: %s", (_, parts) => {
    expect(received(multipart(parts))).toMatchObject({
      ok: true,
      detections: [{ images: [picture("full"), picture("plate", crop)] }],
    });
  });

  const alert = { eventType: "ANPR", dateTime: "2026-11-15T09:30:00.250+05:30", channelID: 1 };
  it("FEED-1 JSON has its own names for confidence and pictures", () => {
    const image = { plateImage: crop.toString("base64"), vehicleImage: Buffer.from(jpeg).toString("base64") };
    expect(firstOf({ ...alert, ANPR: { licensePlate: "MH01AB1234", confidence: 88, image } })).toMatchObject({
      confidence: 0.88,
      images: [picture("full"), picture("plate", crop)],
    });
  });

  it.each([
    ["0.93", 0.93],
    ["1", 1],
    ["93", 0.93],
  ])("FEED-1 a confidence of %s is %s", (given, confidence) => {
    expect(firstOfXml(hikvisionXml.replace(">97<", `>${given}<`))).toMatchObject({ confidence });
  });

  it.each([
    ["蓝皖A7XG66", "皖A7XG66"],
    ["黄绿皖AD12345", "皖AD12345"],
    ["黑皖A7XG66", "皖A7XG66"],
    ["黑A7XG66", "黑A7XG66"],
    ["青A7XG66", "青A7XG66"],
    ["皖A7XG66", "皖A7XG66"],
  ])("FEED-1 the colour in front of a plate is removed, the province is not: %s is %s", (sent, expected) => {
    expect(firstOfXml(hikvisionXml.replaceAll("MH01AB1234", sent))).toMatchObject({ plate: expected });
  });
});

describe("ONVIF", () => {
  it("FEED-1 the plate of an AXIS event is an item named text", () => {
    expect(firstOfXml(axisEventXml)).toMatchObject({
      plate: "MH01AB1234",
      source: "ACCC8E000007",
      direction: "X",
      vehicleType: "CAR",
      images: [picture("plate")],
      track: { isUpdate: true },
    });
  });

  it("FEED-1 the text of another event is no plate", () => {
    const overlay = axisEventXml.replace("ALPV.AllPlates", "Overlay.Changed").replace(/<[^<]*carID[^>]*>/, "");
    expect(received({ body: overlay })).toMatchObject({ ok: true, detections: [] });
  });

  it("FEED-1 frames of a metadata stream are read, and an object in several frames is one event", () => {
    const understood = received({ body: onvifFrameXml });
    expect(understood.ok && understood.detections).toEqual([
      expect.objectContaining({
        plate: "MH01AB1234",
        source: "gate-cam",
        confidence: 0.93,
        vehicleType: "Car",
        at: new Date("2026-11-15T04:00:00.250Z"),
      }),
    ]);
  });
});

describe("Gatehouse JSON", () => {
  it.each([{ type: "motion" }, { type: "lpr_result", plate: "MH01AB1234" }, { type: "" }])(
    "FEED-1 a type alone does not claim %j: the reply lists the formats",
    (value) => {
      const understood = receivedJson(value);
      expect(understood).toMatchObject({ ok: false, feed: null });
      expect(understood.detail).toContain("Unknown format. Supported: Hikvision ANPR");
    },
  );
});

describe("what was understood", () => {
  it("FEED-1 every part of a plate message is listed, with null for what it does not have", () => {
    expect(receivedJson({ ...axisNew, carMoveDirection: "unknown" })).toMatchObject({
      understood: {
        plate: "MH01AB1234",
        time: "2026-11-15T04:00:00.250Z",
        direction: null,
        confidence: "97.1 %",
        camera: "ACCC8E000001",
        id: expect.stringContaining("car 102"),
        vehicleType: "CAR",
        speed: null,
        pictures: "full, plate",
      },
    });
  });
});
