import { describe, expect, it } from "vitest";
import { answered, jpeg, multipart, received } from "./received.ts";
import { hikvisionForm, hikvisionXml } from "./samples.ts";

const read = (xml: string) => received({ body: xml, contentType: "application/xml" });
const first = (xml: string) => {
  const understood = read(xml);
  return understood.ok ? understood.detections[0] : understood.detail;
};
const changed = (from: string | RegExp, to: string) => hikvisionXml.replace(from, to);

describe("Hikvision", () => {
  it("INT-3 reads plate, camera, time, direction, confidence, vehicle type, speed and pictures", () => {
    const understood = received(hikvisionForm);
    expect(understood).toMatchObject({ ok: true, detail: "Plate MH01AB1234 at camera 1, 2 pictures." });
    expect(understood.ok && understood.detections).toEqual([
      {
        kind: "plate",
        eventId: expect.any(String),
        source: "1",
        at: new Date("2026-11-15T04:00:00.250Z"),
        plate: "MH01AB1234",
        confidence: 0.97,
        direction: "N",
        vehicleType: "vehicle",
        vehicleClass: null,
        speed: 23,
        images: [
          { kind: "full", bytes: Buffer.from(jpeg) },
          { kind: "plate", bytes: Buffer.concat([jpeg, Buffer.from("plate")]) },
        ],
        isAfterwards: false,
      },
    ]);
  });

  it.each([
    ["forward", "N"],
    ["reverse", "X"],
    ["unknown", null],
    ["sideways", null],
  ])("ENG-1 direction %s is %s", (word, direction) => {
    expect(first(changed("forward", word))).toMatchObject({ direction });
  });

  it.each([
    ["its channel", hikvisionXml, "1"],
    ["its MAC address where it names no channel", changed(/<channelID>.*<\/channelID>/, ""), "c0:56:e3:00:00:01"],
    ["its address where it names neither", changed(/<macAddress>.*<\/channelID>/s, ""), "192.0.2.64"],
    ["nothing where it names none", changed(/<ipAddress>.*<\/channelID>/s, ""), null],
  ])("ENG-1 the camera is %s", (_, xml, source) => {
    expect(first(xml)).toMatchObject({ source });
  });

  it("ENG-4 without a UUID the same camera, time and plate are one event, and another time is a new one", () => {
    const anonymous = changed(/<UUID>.*<\/UUID>/, "");
    const ids = [anonymous, anonymous, anonymous.replace("09:30:00.250", "09:30:00.251")].map(first);
    expect(ids[0]).toEqual(ids[1]);
    expect(ids[0]).not.toMatchObject({ eventId: (ids[2] as { eventId: string }).eventId });
  });

  it("FEED-1 without UUID and time it is accepted as read on arrival, and marked as such", () => {
    const timeless = changed(/<UUID>.*<\/UUID>/, "").replace(/<dateTime>.*<\/dateTime>/, "");
    expect(first(timeless)).toMatchObject({ at: null, isUntimed: true, isUnidentified: true });
    expect(read(timeless).detail).toContain("It has no time");
  });

  it("FEED-1 with a UUID and no time it is identified, and still has no time", () => {
    const timeless = first(changed(/<dateTime>.*<\/dateTime>/, ""));
    expect(timeless).toMatchObject({ at: null, isUntimed: true });
    expect(timeless).not.toHaveProperty("isUnidentified");
  });

  it.each([
    ["a time without an offset is the site's", "2026-11-15T09:30:00", "2026-11-15T04:00:00.000Z"],
    ["a time in UTC", "2026-11-15T04:00:00Z", "2026-11-15T04:00:00.000Z"],
  ])("ENG-4 %s", (_, written, at) => {
    expect(first(changed("2026-11-15T09:30:00.250+05:30", written))).toMatchObject({ at: new Date(at) });
  });

  it("INT-3 invalid or out-of-range numbers are dropped", () => {
    const odd = hikvisionXml.replace(">97<", ">very<").replace("<speed>23<", "<speed>99999999999999999999<");
    expect(first(odd)).toMatchObject({ confidence: null, speed: null });
  });

  it("ENG-2 a two-wheeler is recognised", () => {
    expect(first(changed("<vehicleType>vehicle<", "<vehicleType>twoWheelVehicle<"))).toMatchObject({
      vehicleClass: "2w",
    });
  });

  it.each(["unknown", "", "noPlate"])("ENG-1 a plate that was not read (%s) is no event", (plate) => {
    expect(read(hikvisionXml.replaceAll("MH01AB1234", plate))).toMatchObject({
      ok: true,
      detections: [],
      detail: "A vehicle whose plate was not read.",
    });
  });

  it.each([
    ["MH01AB1234".repeat(4), "The plate has more than 32 characters."],
    ["MH01&#7;AB", "The plate contains a character that cannot be stored."],
    ["#/#", "The plate has neither a letter nor a digit."],
  ])("ENG-1 the plate %s is refused, never cut or corrected", (plate, words) => {
    expect(first(hikvisionXml.replaceAll("MH01AB1234", plate))).toBe(words);
  });

  it("INT-3 a message without a plate is accepted and ignored", () => {
    const other = changed("<eventType>ANPR<", "<eventType>videoloss<").replace(/<ANPR>.*<\/ANPR>/s, "");
    expect(read(other)).toMatchObject({
      ok: true,
      detections: [],
      detail: 'A Hikvision "videoloss" message without a plate.',
    });
  });

  it("INT-3 the same fields are read from JSON", () => {
    const ANPR = { licensePlate: "MH01AB1234", direction: "reverse", confidenceLevel: "88" };
    const body = JSON.stringify({ eventType: "ANPR", dateTime: "2026-11-15T09:30:00+05:30", channelID: 2, ANPR });
    expect(received({ body })).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", source: "2", direction: "X", confidence: 0.88 }],
    });
  });

  it("INT-3 an image that is too large is dropped, and the event is used", () => {
    const huge = { name: "detectionPicture.jpg", type: "image/jpeg", bytes: new Uint8Array(3 * 1024 * 1024 + 1) };
    const xml = { name: "anpr.xml", type: "text/xml", bytes: hikvisionXml };
    expect(received(multipart([xml, huge]))).toMatchObject({ ok: true, detections: [{ images: [] }] });
  });

  it("INT-3 gets a plain 200", () => {
    expect(answered(hikvisionForm)).toEqual({ status: 200, contentType: "text/plain", body: "OK" });
  });

  it.each([["ANPR"], ["vehicleDetection"]])(
    "FEED-5 the plate at the root of an alert of type %s is read",
    (eventType) => {
      const body = `<EventNotificationAlert><channelID>1</channelID><dateTime>2026-11-15T09:30:00+05:30</dateTime><eventType>${eventType}</eventType><licensePlate>MH01AB1234</licensePlate><direction>reverse</direction></EventNotificationAlert>`;
      expect(received({ body })).toMatchObject({
        ok: true,
        detections: [{ plate: "MH01AB1234", source: "1", direction: "X", at: new Date("2026-11-15T04:00:00Z") }],
      });
    },
  );

  it("FEED-2 the metadata of ISAPI has plate, camera, time, direction, confidence and vehicle type", () => {
    const property = ([description, value]: readonly string[]) =>
      `<Property><description>${description}</description><value>${value}</value></Property>`;
    const properties = [
      ["direction", "reverse"],
      ["licensePlate", "MH01AB1234"],
      ["vehicleType", "largeBus"],
      ["confidence", "96"],
    ].map(property);
    const metadata = (targets: string) =>
      `<Metadata version="2.0"><type>activityTarget</type><subType>ANPR</subType><time>2026-11-15T09:30:00+05:30</time><DevInfo><ipAddress>192.0.2.64</ipAddress><channel>1</channel></DevInfo><TargetDetection><TargetList>${targets}</TargetList></TargetDetection></Metadata>`;
    const target = `<Target><targetID>1</targetID><PropertyList>${properties.join("")}</PropertyList></Target>`;
    expect(received({ body: metadata(target) })).toMatchObject({
      ok: true,
      feed: { title: "Hikvision ANPR" },
      detections: [
        {
          plate: "MH01AB1234",
          source: "1",
          at: new Date("2026-11-15T04:00:00Z"),
          direction: "X",
          confidence: 0.96,
          vehicleType: "largeBus",
        },
      ],
    });
    expect(received({ body: metadata("") })).toMatchObject({ ok: true, detections: [] });
  });
});
