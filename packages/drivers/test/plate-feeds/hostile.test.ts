import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jpegText, multipart, type Pushed, received } from "./received.ts";
import {
  axisNew,
  dahuaTollgate,
  gatehousePlate,
  onvifJson,
  openalprFrame,
  openalprGroup,
  plateRecognizerHook,
  samples,
} from "./samples.ts";

const paths = fc.constantFrom(
  "",
  "/NotificationInfo/TollgateInfo",
  "/NotificationInfo/KeepAlive",
  "/NotificationInfo/",
);
const types = fc.constantFrom("", "application/json", "text/xml", "multipart/form-data; boundary=b", "multipart/mixed");

const anyText = fc.string({
  unit: fc.constantFrom(..."{}[]<>\"'\\:,/ &;-!?\0\n\ufffdé中1aT", "\ud800", "null", "type", "Picture"),
});

/** Never throws, and the detections can be stored. */
function staysSane(pushed: Pushed): void {
  const understood = received(pushed);
  expect(understood.detail).toEqual(expect.any(String));
  for (const detection of understood.ok ? understood.detections : []) {
    expect(detection.eventId).toMatch(/^.{1,100}$/su);
    expect(detection.at === null || detection.at instanceof Date).toBe(true);
    expect(JSON.stringify(detection)).not.toMatch(/\\u00[01]|\\ud[89a-f]/);
    expect(detection.kind === "plate" ? detection.plate.length : 1).toBeLessThanOrEqual(32);
  }
}

describe("any input", () => {
  it("INT-3 any bytes get a result", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), types, paths, (body, contentType, path) =>
        staysSane({ body, contentType, path }),
      ),
    );
  });

  it("INT-3 any text gets a result", () => {
    fc.assert(fc.property(anyText, types, paths, (body, contentType, path) => staysSane({ body, contentType, path })));
  });

  it("INT-3 any JSON gets a result", () => {
    fc.assert(fc.property(fc.json(), paths, (body, path) => staysSane({ body, path })));
  });

  it("INT-3 any XML-like text gets a result", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "</",
      "/>",
      "a",
      " b='",
      "'",
      "&",
      ";",
      "<![CDATA[",
      "]]>",
      "<!--",
      "-->",
      "<?",
      "?>",
      "__proto__",
      "EventNotificationAlert",
      "\u0000",
    );
    const body = fc.array(piece, { maxLength: 60 }).map((pieces) => `<a>${pieces.join("")}</a>`);
    fc.assert(fc.property(body, (text) => staysSane({ body: text })));
  });
});

const wrong = fc.oneof(
  fc.constantFrom(
    null,
    true,
    "",
    [],
    {},
    -1,
    1e308,
    "1e999",
    "NaN",
    "\u0000",
    "\ud800",
    "x".repeat(5000),
    jpegText,
    [[[]]],
    { "#text": 1 },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The same value with one part of it, at any depth, replaced by another. */
function withOneReplaced(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return wrong;
  const keys = Object.keys(value);
  return fc.constantFrom(...keys).chain((key) => {
    const inner = (value as Record<string, unknown>)[key];
    const replaced = fc.oneof(wrong, withOneReplaced(inner));
    return replaced.map((part) => (Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part }));
  });
}

// The long run tries more.
const numRuns = process.env.TEST_RUN === "long" ? 200 : 40;

describe.each([
  ["Dahua", dahuaTollgate],
  ["AXIS", axisNew],
  ["Plate Recognizer", plateRecognizerHook],
  ["OpenALPR, a group", openalprGroup],
  ["OpenALPR, a frame", openalprFrame],
  ["ONVIF", onvifJson],
  ["Gatehouse", gatehousePlate],
])("%s", (_, sample) => {
  it("INT-3 with any field missing, of another type, huge or unstorable gets a result", () => {
    fc.assert(
      fc.property(withOneReplaced(sample), (value) => staysSane({ body: JSON.stringify(value) })),
      { numRuns },
    );
  });
});

describe("a truncated body", () => {
  it.each(samples)("ENG-1 %s yields no event, wherever it is truncated", (_, pushed) => {
    const body = Buffer.from(pushed.body);
    const cut = fc.nat(body.length - 1);
    fc.assert(
      fc.property(cut, (end) => {
        expect(received({ ...pushed, body: body.subarray(0, end) })).toMatchObject({ ok: false });
      }),
    );
  });
});

const million = 1_000_000;
// Each takes less than a second, or hours if the time grew with the square of the length.
const timeout = 30_000;
describe("a body that is slow to parse", () => {
  it.each([
    ["unclosed tags", "<a>".repeat(million)],
    ["unclosed brackets of XML", `<a ${"<".repeat(million)}`],
    ["attributes without end", `<a ${"b='' ".repeat(400_000)}/>`],
    ["attributes without end, in tags that look short", `<a ${"b='>' ".repeat(400_000)}/>`],
    ["spaces in an attribute", `<a b='>${" ".repeat(3 * million)}'/>`],
    ["quotes in tags", `<a ${"''".repeat(7_000)}>`.repeat(250)],
    ["half quotes in tags", `<a b="'>`.repeat(5_000).padEnd(3 * million, "x")],
    ["short attributes", `<a>${`<b c='>' d=">" />`.repeat(4_000)}</a>`],
    ["spaces behind a half doctype", `<!${" ".repeat(3 * million)}<!${" ".repeat(million)}`],
    ["spaces before the first bracket", `${" ".repeat(3 * million)}{"a":1}`],
    ["spaces in a tag", `<a ${" ".repeat(3 * million)}>`],
    ["comments without end", `<a>${"<!--".repeat(million)}`],
    ["references without end", `<a>${"&amp;".repeat(700_000)}</a>`],
    ["half references", `<a>${"&#".repeat(million)}</a>`],
    ["siblings", `<a>${"<b/>".repeat(200_000)}</a>`],
    ["quotes with escapes", `{"a":"${'\\"'.repeat(million)}`],
    ["nested lists", "[".repeat(3 * million)],
    ["many events", JSON.stringify(Array.from({ length: 20_000 }, () => ({ ...gatehousePlate, images: null })))],
    [
      "many plates",
      JSON.stringify({ ...openalprFrame, results: Array.from({ length: 50_000 }, () => ({ plate: "A1" })) }),
    ],
    ["a picture that is none", JSON.stringify({ ...gatehousePlate, images: { full: `${"A".repeat(3 * million)}!` } })],
    ["a number without end", `{"type":"plate","plate":"A1","id":"1","speed":"${"1".repeat(3 * million)}"}`],
  ])("INT-3 gets a result: %s", { timeout }, (_, body) => {
    staysSane({ body });
  });

  it("INT-3 gets a result: boundaries everywhere", { timeout }, () => {
    staysSane({ ...multipart([]), body: "--MIME_boundary\n".repeat(200_000) });
    staysSane({ ...multipart([]), body: "x--MIME_boundary".repeat(200_000) });
  });
});
