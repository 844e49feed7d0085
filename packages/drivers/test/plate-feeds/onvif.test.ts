import { describe, expect, it } from "vitest";
import { answered, jpeg, jpegText, received, receivedJson } from "./received.ts";
import { onvifJson, onvifXml } from "./samples.ts";

const forms = [
  ["JSON", { body: JSON.stringify(onvifJson), contentType: "application/json" }],
  ["XML", { body: onvifXml, contentType: "application/soap+xml" }],
] as const;

describe("ONVIF", () => {
  it.each(forms)("INT-3 %s has plate, camera, time, direction, confidence, vehicle type and image", (_, pushed) => {
    const understood = received(pushed);
    expect(understood.ok && understood.detections).toEqual([
      {
        kind: "plate",
        eventId: expect.stringMatching(/^h-/),
        source: "1",
        at: new Date("2026-11-15T04:00:00.250Z"),
        plate: "MH01AB1234",
        confidence: 0.97,
        direction: "N",
        vehicleType: "Car",
        vehicleClass: null,
        speed: null,
        images: [{ kind: "full", bytes: Buffer.from(jpeg) }],
        isAfterwards: false,
      },
    ]);
  });

  it("ENG-4 the same event in JSON and XML is one event", () => {
    const [json, xml] = forms.map(([, pushed]) => received(pushed));
    expect(json?.ok && json.detections[0]?.eventId).toBe(xml?.ok && xml.detections[0]?.eventId);
  });

  it("INT-3 values may be flat and texts", () => {
    const Data = { LicensePlateInfo: { PlateNumber: "MH01AB1234" }, Likelihood: 0.5, Direction: "Leaving" };
    expect(receivedJson({ ...onvifJson, Source: { VideoSourceConfigurationToken: "vsc0" }, Data })).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234", source: "vsc0", confidence: 0.5, direction: "X", images: [] }],
    });
  });

  it("INT-3 a SOAP Notify with several messages is read message by message", () => {
    const [message = ""] = /<wsnt:NotificationMessage>.*<\/wsnt:NotificationMessage>/s.exec(onvifXml) ?? [];
    const other = message.replace("MH01AB1234", "DL8CAF5031");
    const body = `<s:Envelope><s:Body><wsnt:Notify>${message}${other}</wsnt:Notify></s:Body></s:Envelope>`;
    expect(received({ body })).toMatchObject({
      ok: true,
      detections: [{ plate: "MH01AB1234" }, { plate: "DL8CAF5031" }],
    });
  });

  it("ENG-1 the initial state counts as reported afterwards, and a deletion is not an event", () => {
    const marked = (operation: string) =>
      received({ body: onvifXml.replace("<tt:Message ", `<tt:Message PropertyOperation="${operation}" `) });
    expect(marked("Initialized")).toMatchObject({ ok: true, detections: [{ isAfterwards: true }] });
    expect(marked("Deleted")).toMatchObject({ ok: true, detections: [] });
  });

  it("INT-3 an event without a plate is accepted and ignored", () => {
    expect(receivedJson({ UtcTime: "2026-11-15T04:00:00Z", Source: {}, Data: { Count: 5 } })).toMatchObject({
      ok: true,
      detections: [],
      detail: "An ONVIF event without a plate, ignored.",
    });
  });

  it("FEED-1 the answer to PullMessages is read, and without messages it is a keep-alive", () => {
    const [message = ""] = /<wsnt:NotificationMessage>.*<\/wsnt:NotificationMessage>/s.exec(onvifXml) ?? [];
    const pulled = (messages: string) => ({
      body: `<s:Envelope><s:Body><tev:PullMessagesResponse><tev:CurrentTime>2026-11-15T04:00:01Z</tev:CurrentTime>${messages}</tev:PullMessagesResponse></s:Body></s:Envelope>`,
    });
    expect(received(pulled(message))).toMatchObject({ ok: true, detections: [{ plate: "MH01AB1234" }] });
    expect(received(pulled(""))).toMatchObject({ ok: true, detections: [], isKeepAlive: true });
  });

  const frame = (inner: string) => ({
    body: `<tt:MetadataStream><tt:VideoAnalytics><tt:Frame UtcTime="2026-11-15T04:00:00.250Z"><tt:Object ObjectId="7">${inner}</tt:Object></tt:Frame></tt:VideoAnalytics></tt:MetadataStream>`,
  });

  it.each([
    ["the behaviour", "<tt:Behaviour><tt:Direction>Leaving</tt:Direction></tt:Behaviour>"],
    ["a property", '<tt:Extension><Properties><Property name="Direction">Away</Property></Properties></tt:Extension>'],
  ])("FEED-1 a frame has direction, pictures and a likelihood in percent: in %s", (_, direction) => {
    const appearance = `<tt:Appearance><tt:VehicleInfo><tt:Type>Car</tt:Type><tt:Image>${jpegText}</tt:Image></tt:VehicleInfo><tt:LicensePlateInfo><tt:PlateNumber Likelihood="93">MH01AB1234</tt:PlateNumber><tt:Image>${jpegText}</tt:Image></tt:LicensePlateInfo></tt:Appearance>`;
    expect(received(frame(appearance + direction))).toMatchObject({
      ok: true,
      detections: [{ direction: "X", confidence: 0.93, images: [{ kind: "full" }, { kind: "plate" }] }],
    });
  });

  it("FEED-1 an event has a likelihood in percent too, and frames without a plate are no fault", () => {
    expect(receivedJson({ ...onvifJson, Data: { ...onvifJson.Data, Likelihood: "97" } })).toMatchObject({
      detections: [{ confidence: 0.97 }],
    });
    expect(received(frame("<tt:Appearance/>"))).toMatchObject({ ok: true, detections: [], isKeepAlive: true });
  });

  it("FEED-5 a plate after 150 frames or notifications without one is read, and more than 100 plates are refused", () => {
    const frames = (count: number, plate: (index: number) => string) =>
      Array.from({ length: count }, (_, index) =>
        frame(plate(index))
          .body.replace('"7"', `"${index}"`)
          .replace(/^<tt:MetadataStream>|<.tt:MetadataStream>$/g, ""),
      ).join("");
    const stream = (inner: string) => received({ body: `<tt:MetadataStream>${inner}</tt:MetadataStream>` });
    const of = (plate: string) =>
      `<tt:Appearance><tt:LicensePlateInfo><tt:PlateNumber>${plate}</tt:PlateNumber></tt:LicensePlateInfo></tt:Appearance>`;
    expect(stream(frames(150, () => "") + frames(1, () => of("MH01AB1234")))).toMatchObject({
      detections: [{ plate: "MH01AB1234" }],
    });
    expect(stream(frames(101, (index) => of(`MH01AB${index}`)))).toMatchObject({ ok: false });
    const [message = ""] = /<wsnt:NotificationMessage>.*<\/wsnt:NotificationMessage>/s.exec(onvifXml) ?? [];
    const empty = "<wsnt:NotificationMessage><wsnt:Message/></wsnt:NotificationMessage>".repeat(150);
    expect(received({ body: `<wsnt:Notify>${empty}${message}</wsnt:Notify>` })).toMatchObject({
      detections: [{ plate: "MH01AB1234" }],
    });
  });

  it("INT-3 gets a plain 200", () => {
    expect(answered(forms[1][1])).toMatchObject({ status: 200 });
  });
});
