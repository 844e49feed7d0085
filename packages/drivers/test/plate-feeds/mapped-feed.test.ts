import { mappingDraft } from "@gatehouse/contract/entities/payload-mapping/payload-mapping.endpoints";
import {
  type PayloadMapping,
  payloadMapping,
} from "@gatehouse/contract/entities/payload-mapping/payload-mapping.schema";
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

const readBy = (fields: PayloadMapping["fields"], pushed: Pushed, list: PayloadMapping["list"] = null) =>
  readPayload(payloadOf(pushed), createMappedFeed({ name: "Gate cam", list, fields }));

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

  it("FEED-3 a time that can't be read never counts as live", () => {
    const read = readBy(cameraFields, json({ ...camera, event: { ...camera.event, when: "yesterday" } }));
    expect(read.ok && read.detections[0]?.at?.getTime()).toBeNaN();
    expect(read.detail).toContain('Its time "yesterday" is invalid');
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
