import { mappingDraft, type PayloadMapping, payloadMapping } from "@gatehouse/contract/entities/payload-mapping";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMappedFeed, previewMapping } from "../../src/plate-feeds/mapped-feed.ts";
import { parsePayload } from "../../src/plate-feeds/payload.ts";
import { toSample, treeOf } from "../../src/plate-feeds/payload-tree.ts";
import { readPayload } from "../../src/plate-feeds/registry.ts";
import { jpeg, jpegText, multipart, type Pushed } from "./received.ts";

const zone = { timeZone: "Asia/Kolkata", receivedAt: new Date("2026-11-15T04:00:01Z") };

function payloadOf({ body, contentType = "" }: Pushed) {
  const parsed = parsePayload({ body: Buffer.from(body), contentType, path: "", ...zone });
  if (!parsed.ok) throw new Error(parsed.detail);
  return parsed.payload;
}

const readBy = (
  fields: PayloadMapping["fields"],
  pushed: Pushed,
  list: PayloadMapping["list"] = null,
  timeOfArrival = false,
) => readPayload(payloadOf(pushed), createMappedFeed({ name: "Gate cam", list, fields, timeOfArrival }));

const json = (value: unknown): Pushed => ({ body: JSON.stringify(value), contentType: "application/json" });

const camera = {
  event: { when: "15/11/2026 09:30:00", heading: "Inwards", score: "87 %", kmh: 12 },
  vehicle: { number: "MH 12 AB 1234", snap: jpegText },
  unit: 7,
};
const cameraFields: PayloadMapping["fields"] = {
  plate: { path: ["json", "vehicle", "number"] },
  time: { path: ["json", "event", "when"], format: "day-first" },
  direction: { path: ["json", "event", "heading"], words: [{ word: "inwards", direction: "N" }] },
  confidence: { path: ["json", "event", "score"], unit: "percent" },
  camera: { path: ["json", "unit"] },
  speed: { path: ["json", "event", "kmh"], unit: "mph" },
  picture: { path: ["json", "vehicle", "snap"] },
};

describe("custom formats", () => {
  it("FEED-3 JSON is read by the assigned places, notations and words", () => {
    const read = readBy(cameraFields, json(camera));
    expect(read.feed?.title).toBe('Custom format "Gate cam"');
    expect(read.ok && read.detections).toMatchObject([
      {
        kind: "plate",
        plate: "MH 12 AB 1234",
        at: new Date("2026-11-15T04:00:00Z"),
        direction: "N",
        confidence: 0.87,
        source: "7",
        speed: expect.closeTo(19.3, 1),
        images: [{ kind: "full", bytes: Buffer.from(jpeg) }],
      },
    ]);
  });

  it("FEED-3 XML, forms and multipart bodies are read", () => {
    const plate = (pushed: Pushed, path: (string | number)[], time: (string | number)[]) => {
      const read = readBy({ plate: { path }, time: { path: time, format: "automatic" } }, pushed);
      return read.ok ? read.detections[0] : read.detail;
    };
    const xml = { body: '<m at="1763179200"><lp conf="9">KA01AB1234</lp></m>', contentType: "text/xml" };
    const time = new Date(1_763_179_200_000);
    expect(plate(xml, ["xml", "m", "lp"], ["xml", "m", "@at"])).toMatchObject({ plate: "KA01AB1234", at: time });
    const form = { body: "lp=KA+01&t=1763179200000", contentType: "application/x-www-form-urlencoded" };
    expect(plate(form, ["form", "lp"], ["form", "t"])).toMatchObject({ plate: "KA 01", at: time });
    const mixed = multipart([
      { name: "a.json", type: "application/json", bytes: '{"lp":"KA02","t":1763179200}' },
      { name: "b.jpg", type: "image/jpeg", bytes: jpeg },
    ]);
    const read = readBy(
      {
        plate: { path: ["json", "lp"] },
        time: { path: ["json", "t"], format: "automatic" },
        platePicture: { path: ["files", 0, "content"] },
      },
      mixed,
    );
    expect(read.ok && read.detections).toMatchObject([{ plate: "KA02", images: [{ kind: "plate" }] }]);
  });

  it("FEED-3 each entry of a list is an event, and values outside the list belong to all", () => {
    const body = json({
      unit: "North",
      reads: [
        { lp: "A1", n: 1 },
        { lp: "B2", n: 2 },
      ],
    });
    const fields: PayloadMapping["fields"] = {
      plate: { path: ["json", "reads", 1, "lp"] },
      id: { path: ["json", "reads", 1, "n"] },
      camera: { path: ["json", "unit"] },
    };
    const read = readBy(fields, body, ["json", "reads"]);
    expect(read.ok && read.detections).toMatchObject([
      { plate: "A1", source: "North" },
      { plate: "B2", source: "North" },
    ]);
  });

  it("FEED-3 tags are read", () => {
    const read = readBy(
      { tag: { path: ["json", "epc"] }, id: { path: ["json", "n"] } },
      json({ epc: "E200 3412", n: 5 }),
    );
    expect(read.ok && read.detections).toMatchObject([{ kind: "tag", tag: "E200 3412" }]);
  });

  it("ENG-4 two passages of a tag with the same id are two events, and a repeated message is one", () => {
    const idAt = (t: string, epc = "E200 3412") => {
      const fields = { tag: { path: ["json", "epc"] }, id: { path: ["json", "n"] }, time };
      const read = readBy(fields, json({ epc, n: "gate-7", t }));
      return read.ok ? read.detections[0]?.eventId : read.detail;
    };
    const first = idAt("2026-11-15T04:00:00Z");
    expect(idAt("2026-11-15T09:30:00+05:30", "e2003412")).toBe(first);
    expect(idAt("2026-11-15T04:10:00Z")).not.toBe(first);
  });

  it("FEED-5 a tag of a list that can't be read is a fault beside the others, and entries without a tag are none", () => {
    const fields = {
      tag: { path: ["json", 0, "epc"] },
      time: { path: ["json", 0, "t"], format: "automatic" as const },
    };
    const t = "2026-11-15T04:00:00Z";
    const read = (...others: object[]) => readBy(fields, json([{ epc: "E2003412", t }, ...others]), ["json"]);
    expect(read({ epc: "A".repeat(65), t }, { epc: "E2003413" })).toMatchObject({
      detections: [{ tag: "E2003412" }],
      error: "The tag is not a text of at most 64 characters. The event has neither an id nor a time.",
    });
    expect(read({ status: "connected" }, { epc: "" })).toEqual(
      expect.not.objectContaining({ error: expect.anything() }),
    );
  });

  it("FEED-3 a time that can't be read never counts as live", () => {
    const read = readBy(cameraFields, json({ ...camera, event: { ...camera.event, when: "yesterday" } }));
    expect(read.ok && read.detections[0]?.at?.getTime()).toBeNaN();
    expect(read.detail).toContain(`Its time "yesterday" can't be read`);
    expect(read.ok && read.detections).toMatchObject([{ isUnidentified: true }]);
    for (const when of [true, {}]) {
      const other = readBy(cameraFields, json({ ...camera, event: { ...camera.event, when } }));
      expect(other.ok && other.detections[0]?.at?.getTime()).toBeNaN();
    }
  });

  it("FEED-3 the time of arrival opens without a time, and each passage is an event of its own", () => {
    const plate = { path: ["json", "vehicle", "number"] };
    const chosen = readBy({ plate }, json(camera), null, true);
    expect(chosen.ok && chosen.detections).toEqual([expect.objectContaining({ at: null, isUnidentified: true })]);
    expect(chosen.ok && chosen.detections).toEqual([expect.not.objectContaining({ isUntimed: true })]);
    expect(payloadMapping.safeParse({ name: "x", fields: { plate }, timeOfArrival: true }).success).toBe(true);
    const both = payloadMapping.safeParse({ name: "x", fields: cameraFields, timeOfArrival: true });
    expect(both.error?.issues).toMatchObject([{ path: ["timeOfArrival"] }]);
    const tag = readBy({ tag: { path: ["json", "epc"] } }, json({ epc: "E200" }), null, true);
    expect(tag.ok && tag.detections).toMatchObject([{ kind: "tag", at: null, isUnidentified: true }]);
  });

  const at = (value: object, fields: Partial<PayloadMapping["fields"]>) => {
    const read = readBy({ plate: { path: ["json", "lp"] }, ...fields }, json({ lp: "KA01AB1234", ...value }));
    return read.ok ? read.detections[0] : read.detail;
  };
  const time = { path: ["json", "t"], format: "automatic" as const };
  const date = { path: ["json", "d"] };

  it("FEED-3 a time is read from two fields", () => {
    expect(at({ d: "2026-11-15", t: "09:30:00" }, { date, time })).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
    });
    const dayFirst = { ...time, format: "day-first" as const };
    expect(at({ d: "15/11/2026", t: "093000" }, { date, time: dayFirst })).toMatchObject({
      at: new Date("2026-11-15T04:00:00Z"),
    });
  });

  it("FEED-3 a date alone is the day of the event: today's has the time of arrival, and each passage counts", () => {
    expect(at({ t: "2026-11-15" }, { time })).toMatchObject({ at: null, isUntimed: true, isUnidentified: true });
    expect(at({ d: "14.11.2026" }, { date })).toMatchObject({
      at: new Date("2026-11-13T18:30:00Z"),
      isUnidentified: true,
    });
  });

  it.each([1_763_179_200, 1_763_179_200_000, 1_763_179_200_000_000, "1763179200.5"])(
    "FEED-3 Unix time %s is read from seconds to microseconds",
    (t) => {
      expect(at({ t }, { time })).toMatchObject({
        at: expect.toSatisfy((read: Date) => Math.abs(read.getTime() - 1_763_179_200_000) < 1_000),
      });
    },
  );

  it("FEED-3 a channel is part of the camera, and an antenna chooses the reader", () => {
    const channel = { path: ["json", "port"] };
    expect(at({ t: 1_763_179_200, port: 2 }, { time, channel })).toMatchObject({ source: "2" });
    const camera = { path: ["json", "unit"] };
    expect(at({ t: 1_763_179_200, port: 2, unit: "NVR" }, { time, channel, camera })).toMatchObject({
      source: "NVR/2",
    });
    const event = { timestamp: "2026-11-15T04:00:00Z", tagInventoryEvent: { epcHex: "E2003412", antennaPort: 3 } };
    const fields: PayloadMapping["fields"] = {
      tag: { path: ["json", 0, "tagInventoryEvent", "epcHex"] },
      time: { path: ["json", 0, "timestamp"], format: "automatic" },
      channel: { path: ["json", 0, "tagInventoryEvent", "antennaPort"] },
    };
    const read = readBy(fields, json([event]), ["json"]);
    expect(read.ok && read.detections).toMatchObject([{ tag: "E2003412", source: "antenna 3" }]);
    expect(readBy(fields, json([]), ["json"])).toMatchObject({ ok: true, detections: [], isKeepAlive: true });
  });

  it("FEED-3 an id alone raises a warning, and one that did not change says so", () => {
    const draft = {
      name: "",
      list: null,
      timeOfArrival: false,
      fields: { plate: { path: ["json", "lp"] }, id: { path: ["json", "id"] } },
    };
    const warnings = (previous: object | null) =>
      previewMapping(draft, { json: { lp: "A1", id: "gate-7" } }, zone, previous).warnings;
    expect(warnings(null)).toEqual([expect.stringContaining("told apart by the event id alone")]);
    expect(warnings({ json: { lp: "B2", id: "gate-7" } })).toEqual([
      'The event id "gate-7" was the same in the message before: each vehicle would be stored only once. Assign the time, or select the time of arrival and clear the id.',
    ]);
    expect(warnings({ json: { lp: "A1", id: "gate-7" } })).toEqual([expect.stringContaining("id alone")]);
    const timed = { ...draft, fields: { ...draft.fields, time } };
    expect(previewMapping(timed, {}, zone).warnings).toEqual([]);
    const [one, other] = ["A1", "B2"].map((lp) => ({ json: { lp, id: "gate-7" } }));
    expect(previewMapping(timed, one ?? {}, zone, other).warnings).toEqual([
      'The event id "gate-7" was the same in the message before: without a readable time, each vehicle would be stored only once. Clear the id.',
    ]);
  });

  it("FEED-3 payloads without the assigned plate are left to the built-in formats", () => {
    const read = readBy(cameraFields, json({ type: "plate", plate: "KA01", id: "1" }));
    expect(read.feed?.title).toBe("Gatehouse JSON");
  });

  it("FEED-3 the preview explains each value", () => {
    const sample = toSample(
      treeOf(payloadOf(json({ ...camera, vehicle: { ...camera.vehicle, snap: "A".repeat(400) } }))),
    );
    const draft = mappingDraft.parse({
      list: null,
      fields: {
        ...cameraFields,
        time: { path: ["json", "event", "when"], format: "automatic" },
        direction: { path: ["json", "event", "heading"], words: [] },
        id: { path: ["json", "nothing"] },
      },
    });
    const preview = previewMapping(draft, sample ?? {}, zone);
    expect(preview.events).toMatchObject([{ text: "MH 12 AB 1234", at: null, direction: null, pictures: 1 }]);
    expect(preview.fields).toMatchObject({
      plate: { found: "MH 12 AB 1234", fault: null },
      time: { found: "15/11/2026 09:30:00", fault: "This is not a time in the selected format." },
      direction: { found: "Inwards", fault: "Unknown word: assign it to entry or exit." },
      id: { found: null, fault: "Not in the last payload." },
      picture: { found: "400 bytes", fault: null },
    });
  });

  it("FEED-3 a sample has no long texts, and none that is too large is kept", () => {
    const { payload } = { payload: payloadOf(json({ a: "x".repeat(301), b: ["ok"] })) };
    expect(toSample(treeOf(payload))).toEqual({ json: { a: { $omitted: 301 }, b: ["ok"] } });
    const large = payloadOf(json(Array.from({ length: 1_000 }, () => "y".repeat(100))));
    expect(toSample(treeOf(large))).toBeNull();
  });

  it("FEED-3 any mapping gets a result from any payload", () => {
    const step = fc.oneof(fc.constantFrom("json", "xml", "form", "files", "a", "b", "__proto__", "length"), fc.nat(2));
    const path = fc.array(step, { minLength: 1, maxLength: 4 });
    const fields = fc.record(
      {
        plate: fc.record({ path }),
        time: fc.record({ path, format: fc.constantFrom("automatic" as const, "day-first" as const) }),
        direction: fc.record({ path, words: fc.constant([]) }),
        confidence: fc.record({ path, unit: fc.constantFrom("ratio" as const, "percent" as const) }),
        picture: fc.record({ path }),
      },
      { requiredKeys: ["plate", "time"] },
    );
    fc.assert(
      fc.property(fields, fc.option(path), fc.object({ key: fc.constantFrom("a", "b") }), (taken, list, value) => {
        const mapping = payloadMapping.parse({ name: "x", list, fields: taken });
        const feed = createMappedFeed(mapping);
        expect(feed.read(payloadOf(json(value))).detail).toEqual(expect.any(String));
      }),
    );
  });
});
