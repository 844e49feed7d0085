import { payloadMapping } from "@gatehouse/contract/entities/payload-mapping";
import { describe, expect, it } from "vitest";
import { ended, longTexts as texts } from "../../../contract/test/long-texts.ts";
import type { Payload } from "../../src/plate-feeds/feed.ts";
import { createMappedFeed } from "../../src/plate-feeds/mapped-feed.ts";
import { parsePayload } from "../../src/plate-feeds/payload.ts";
import { readPayload } from "../../src/plate-feeds/registry.ts";
import type { Pushed } from "./received.ts";
import { samples } from "./samples.ts";

function payloadOf({ body, contentType = "", path = "" }: Pushed): Payload {
  const taken = parsePayload({ body: Buffer.from(body), contentType, path });
  if (!taken.ok) throw new Error(taken.detail);
  return taken.payload;
}

/** Copies of the value, each with one text or number replaced. */
function withEachReplaced(value: unknown, text: string): unknown[] {
  if (typeof value !== "object" || value === null) return [text];
  return Object.entries(value).flatMap(([key, inner]) =>
    withEachReplaced(inner, text).map((part) =>
      Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part },
    ),
  );
}

const cases = samples.flatMap(([format, pushed]) => texts.map(([name, text]) => [format, name, text, pushed] as const));

/** A custom format that reads every kind of value from the same place. */
const anyValue = { path: ["json", "value"] };
const customFormat = createMappedFeed(
  payloadMapping.parse({
    name: "Every value",
    fields: {
      plate: { path: ["json", "plate"] },
      time: { ...anyValue, format: "day-first" },
      direction: { ...anyValue, words: [] },
      confidence: { ...anyValue, unit: "percent" },
      camera: anyValue,
      id: anyValue,
      speed: { ...anyValue, unit: "mph" },
      picture: anyValue,
    },
  }),
);

describe("a megabyte of text in any one field", () => {
  it.each(texts)("FEED-3 INT-3 is answered by a custom format, which reads no such value: %s", (_, text) => {
    const plain = payloadOf({ body: "{}" });
    const read = (json: unknown) => ended(() => readPayload({ ...plain, json }, customFormat));
    expect(read({ plate: "A1", value: text })).toMatchObject({
      detections: [
        { at: new Date(Number.NaN), source: null, direction: null, confidence: null, speed: null, images: [] },
      ],
    });
    expect(read({ plate: text, value: "2026-11-15T04:00:00Z" })).toMatchObject({ ok: false });
  });

  it.each(cases)("INT-3 of %s is answered: %s", (_format, _name, text, pushed) => {
    const payload = payloadOf(pushed);
    const hostile = [
      ...withEachReplaced(payload.json, text).map((json) => ({ ...payload, json })),
      ...withEachReplaced(payload.xml, text).map((xml) => ({ ...payload, xml })),
    ];
    const details = ended(() => hostile.map((one) => readPayload(one).detail));
    expect(details).toEqual(hostile.map(() => expect.any(String)));
  });

  it.each(texts)("INT-3 is answered as the name of a part of a multipart body, and as its type: %s", (_, text) => {
    const part = `--b\r\nContent-Disposition: form-data; name="${text}"\r\nContent-Type: ${text}\r\n\r\n{}\r\n--b--`;
    const taken = () =>
      parsePayload({ body: Buffer.from(part), contentType: "multipart/form-data; boundary=b", path: "" });
    expect(ended(taken)).toMatchObject({ ok: false });
  });

  it.each(texts)("INT-3 is answered as the content type and as the path of a push: %s", (_, text) => {
    const named = `multipart/form-data; boundary=${text}; charset=${text}`;
    const whole = () => parsePayload({ body: Buffer.from("{}"), contentType: named, path: text });
    expect(ended(whole)).toMatchObject({ ok: false });
    const plain = () => parsePayload({ body: Buffer.from("{}"), contentType: `;charset=${text}`, path: text });
    expect(ended(() => plain().ok)).toEqual(expect.any(Boolean));
  });
});
