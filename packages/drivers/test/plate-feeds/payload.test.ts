import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePayload } from "../../src/plate-feeds/payload.ts";
import { jpeg, multipart, type Pushed, received } from "./received.ts";
import { hikvisionXml } from "./samples.ts";

const apart = ({ body, contentType = "", path = "" }: Pushed) =>
  parsePayload({ body: Buffer.from(body), contentType, path });
const sentence = (pushed: Pushed) => {
  const taken = apart(pushed);
  return taken.ok ? undefined : taken.detail;
};
const megabytes = (count: number) => "x".repeat(count * 1024 * 1024);

describe("a body of one text", () => {
  it("INT-3 is JSON", () => {
    expect(apart({ body: '{"a":[1]}', contentType: "application/json", path: "/x" })).toEqual({
      ok: true,
      payload: {
        headers: {},
        contentType: "application/json",
        path: "/x",
        text: '{"a":[1]}',
        json: { a: [1] },
        xml: undefined,
        files: [],
      },
    });
  });

  it("INT-3 is XML: names without namespaces, attributes, texts that stay texts", () => {
    const body =
      '<?xml version="1.0"?>\n<n:a xmlns:n="urn:x"><n:b c="&lt;1">007</n:b><d> A&#38;B &#x42; </d><e/></n:a>';
    expect(apart({ body })).toMatchObject({
      ok: true,
      payload: { json: undefined, xml: { a: { b: { "@c": "<1", "#text": "007" }, d: "A&B B", e: "" } } },
    });
  });

  it("INT-3 may have long texts in XML, such as pictures, but no long attributes", () => {
    const long = ">".repeat(20_000);
    expect(apart({ body: `<a b="1" c='2'>${long}</a>` })).toMatchObject({ payload: { xml: { a: { "#text": long } } } });
    for (const body of [`<a b="1" c='${long}'/>`, `<a b="${long}"/>`])
      expect(apart({ body })).toEqual({ ok: false, detail: "The XML has an attribute that is too long." });
  });

  it("INT-3 may be empty: some devices send everything in the path", () => {
    expect(apart({ body: "", path: "/NotificationInfo/KeepAlive" })).toMatchObject({
      ok: true,
      payload: { text: "", json: undefined, files: [] },
    });
  });

  it.each([
    ["a byte order mark", Buffer.from('\ufeff{"a":"ü"}', "utf8"), "application/json"],
    ["UTF-16 with its mark", Buffer.from('\ufeff{"a":"ü"}', "utf16le"), "application/json"],
    ["a charset beside its type", Buffer.from('{"a":"ü"}', "latin1"), "application/json; charset=iso-8859-1"],
  ])("INT-3 is read with %s", (_, body, contentType) => {
    expect(apart({ body, contentType })).toMatchObject({ ok: true, payload: { json: { a: "ü" } } });
  });

  it("INT-3 is read with the charset that XML declares", () => {
    const body = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="gb2312"?><a>'),
      Buffer.of(0xd6, 0xd0),
      Buffer.from("</a>"),
    ]);
    expect(apart({ body, contentType: "application/xml" })).toMatchObject({ ok: true, payload: { xml: { a: "中" } } });
  });

  it.each([
    ["JSON that is cut off", { body: '{"a":[1,2' }, "The JSON is malformed or truncated."],
    ["XML that is cut off", { body: "<a><b>1</b>" }, "The XML is malformed, truncated or nested too deeply."],
    [
      "a doctype",
      { body: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
      "The XML has a doctype or entity declarations, which are not accepted.",
    ],
    [
      "a doctype without entities",
      { body: "<?xml version='1.0'?><!doctype a><a/>" },
      "The XML has a doctype or entity declarations, which are not accepted.",
    ],
    ["neither", { body: "MH01" }, "The body is neither JSON, XML nor a form."],
    ["a picture alone", { body: jpeg, contentType: "image/jpeg" }, "The body is neither JSON, XML nor a form."],
    [
      "an unknown charset",
      { body: "{}", contentType: "application/json; charset=klingon" },
      "The character set of the body is unknown.",
    ],
    [
      "JSON nested too deeply",
      { body: "[".repeat(65) + "]".repeat(65) },
      "The JSON is nested more than 64 levels deep.",
    ],
    [
      "XML nested too deeply",
      { body: "<a>".repeat(40) + "</a>".repeat(40) },
      "The XML is malformed, truncated or nested too deeply.",
    ],
    ["a text that is too large", { body: `{"a":"${megabytes(4)}"}` }, "The text is larger than 4 MB."],
  ])("INT-3 %s is refused with an explanation", (_, pushed, words) => {
    expect(sentence(pushed)).toBe(words);
  });

  it("INT-3 brackets inside strings do not count as nesting", () => {
    expect(apart({ body: JSON.stringify({ a: `${"[{".repeat(100)}\\"` }) })).toMatchObject({ ok: true });
  });
});

describe("a multipart body", () => {
  const parts = [
    { name: "anpr.xml", type: "text/xml", bytes: hikvisionXml },
    { name: "detectionPicture.jpg", type: "image/jpeg", bytes: jpeg },
  ];

  it.each([
    ["form-data", {}],
    ["mixed", { kind: "mixed" }],
    ["with lines that end with LF alone", { lineEnd: "\n" }],
    ["with a boundary that looks like a picture's bytes", { boundary: "----\\xff" }],
  ])("INT-3 is parsed: %s", (_, how) => {
    expect(apart(multipart(parts, how))).toMatchObject({
      ok: true,
      payload: { text: hikvisionXml, files: [{ name: "detectionPicture.jpg", bytes: Buffer.from(jpeg) }] },
    });
  });

  it("INT-3 keeps every byte of its images", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 10 }), (pictures) => {
        const files = pictures.map((bytes, index) => ({ name: `${index}.jpg`, type: "image/jpeg", bytes }));
        const taken = apart(multipart([...parts.slice(0, 1), ...files]));
        expect(taken.ok && taken.payload.files.map(({ bytes }) => Buffer.from(bytes))).toEqual(
          pictures.map((bytes) => Buffer.from(bytes)),
        );
      }),
    );
  });

  it.each(["x--MIME_boundary\r\n", "\r\n--MIME_boundaryX", "--MIME_boundary"])(
    "INT-3 a picture may contain %j: only a whole line is a boundary",
    (bytes) => {
      const picture = { name: "a.jpg", type: "image/jpeg", bytes: `\u0001${bytes}` };
      expect(apart(multipart([...parts.slice(0, 1), picture]))).toMatchObject({
        ok: true,
        payload: { files: [{ bytes: Buffer.from(picture.bytes) }] },
      });
    },
  );

  it("INT-3 may have a quoted boundary, a preamble and an epilogue", () => {
    const { body } = multipart(parts, { boundary: "a b" });
    const wordy = Buffer.concat([Buffer.from("This is multipart.\r\n"), Buffer.from(body), Buffer.from("\r\nBye.")]);
    expect(apart({ body: wordy, contentType: 'multipart/mixed; boundary="a b"; charset=utf-8' })).toMatchObject({
      ok: true,
      payload: { text: hikvisionXml },
    });
  });

  it("INT-3 may be a form whose field holds the JSON", () => {
    const body = '--b\r\nContent-Disposition: form-data; name="json"\r\n\r\n{"a":1}\r\n--b--\r\n';
    expect(apart({ body, contentType: "multipart/form-data; boundary=b" })).toMatchObject({
      ok: true,
      payload: { json: { a: 1 }, files: [] },
    });
  });

  it("INT-3 without JSON or XML is an unknown format", () => {
    expect(received(multipart(parts.slice(1)))).toMatchObject({ ok: false, feed: null });
  });

  const many = Array.from({ length: 21 }, (_, part) => ({ name: `${part}.jpg`, type: "image/jpeg", bytes: jpeg }));
  const whole = multipart(parts);
  it.each([
    ["no boundary named", { body: "preamble", contentType: "multipart/form-data" }, "does not name its boundary"],
    [
      "another boundary",
      { ...whole, contentType: "multipart/form-data; boundary=other" },
      "does not contain its boundary",
    ],
    ["its end cut off", { ...whole, body: whole.body.slice(0, -2) }, "it is truncated"],
    [
      "headers that never end",
      { ...whole, body: "--MIME_boundary\r\nContent-Type: a\r\n--MIME_boundary--" },
      "no end of its headers",
    ],
    ["too many parts", multipart(many), "more than 20 parts"],
  ])("INT-3 with %s is refused with an explanation", (_, pushed, words) => {
    expect(sentence(pushed)).toContain(words);
  });
});
