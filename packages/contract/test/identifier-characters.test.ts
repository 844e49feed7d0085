import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { identifierDraft } from "../src/entities/identifier/identifier.ts";
import { reservationBulk } from "../src/entities/integration.ts";
import { characterError, normalizeIdentifier } from "../src/fields/identifier-text.ts";

/** Spellings that must not match the plate beside them. */
const lookAlikes = [
  ["MHß1", "MHSS1"],
  ["MHı1", "MHI1"],
  ["MH①", "MH1"],
  ["MHⅧ", "MHVIII"],
  ["MH01🚗", "MH01"],
  ["MH01\u200f", "MH01"],
  ["\u202eMH01", "MH01"],
  ["ＭＨ０１", "MH01"],
  ["MH¹", "MH1"],
  ["MH₁", "MH1"],
  ["ﬀ1", "FF1"],
  ["ŉ1", "ʼN1"],
  ["ǰ1", "J\u030c1"],
  ["Σ1", "ς1"],
  ["ſ1", "S1"],
  ["MH\u00ad01", "MH01"],
  ["MH\u200b01", "MH01"],
  ["MH0\ufe0f\u20e3", "MH0"],
  ["É1", "E1"],
  ["A\u03081", "A1"],
  ["MН01", "MH01"],
  ["MH٠١", "MH01"],
  ["㏒1", "LOG1"],
  ["™1", "TM1"],
  ["🅼1", "M1"],
  ["𝐌1", "M1"],
  ["ª1", "A1"],
  ["ᾳ1", "ΑΙ1"],
  ["\u3164MH1", "MH1"],
  ["\u212aA01", "KA01"],
] as const;

const rejected = [
  "MH①",
  "MHⅧ",
  "MH01🚗",
  "MH01\u200f",
  "\u202eMH01",
  "ＭＨ０１",
  "MH¹",
  "ﬀ1",
  "ŉ1",
  "MH\u00ad01",
  "MH\u200b01",
  "MH0\ufe0f\u20e3",
  "™1",
  "𝐌1",
  "MH\u00a001",
  "MH+01",
  "MH.01",
  "MH/01",
  "\u3164MH1",
  "MH\u0085",
  "MH -\u0308",
  "\u212aA01",
];

describe("the characters of plates and tags", () => {
  it.each(lookAlikes)("ID-7 %j does not match %j", (one, other) => {
    expect(normalizeIdentifier(one)).not.toBe(normalizeIdentifier(other));
  });

  it.each([
    ["mh 12-ab 1234", "MH12AB1234"],
    ["Ü–AB 1", "ÜAB1"],
    ["U\u0308 1", "Ü1"],
    ["é1", "É1"],
    ["ж 123", "Ж123"],
    ["σ1", "Σ1"],
    ["ك ١٢٣", "ك١٢٣"],
    ["महा 1", "महा1"],
    ["京A 12345", "京A12345"],
    ["34 ABİ 1", "34ABİ1"],
    ["E2:00.34", "E20034"],
  ])("ID-6 %j is compared as %j", (written, compared) => {
    expect(normalizeIdentifier(written)).toBe(compared.normalize("NFC"));
  });

  it.each(rejected)("ID-7 %j is no plate, and the form, the bulk call and the reason say which character", (plate) => {
    const error = characterError("LICENSE_PLATE", plate);
    expect(error).toMatch(/^Contains .*U\+[0-9A-F]{4,6}\)?; a plate has only letters, digits, spaces and dashes$/);
    const draft = identifierDraft.safeParse({ type: "LICENSE_PLATE", iid: plate, vehicleType: "CAR" });
    expect(draft.error?.issues).toContainEqual(expect.objectContaining({ path: ["iid"], message: error }));
    const times = { validFrom: "2026-11-15T00:00:00Z", validTo: "2026-11-16T00:00:00Z" };
    const bulk = reservationBulk.safeParse({ reservations: [{ externalId: "1", lp: plate, ...times }] });
    expect(bulk.error?.issues).toContainEqual(
      expect.objectContaining({ path: ["reservations", 0, "lp"], message: error }),
    );
  });

  it("ID-7 INT-3 a long run of combining marks is refused in linear time", () => {
    const marks = `A${"\u0301".repeat(40_000)}${"\u0316".repeat(40_000)}`;
    const draft = { type: "LICENSE_PLATE", iid: marks, vehicleType: "CAR" };
    const read = () => [identifierDraft.safeParse(draft).success, normalizeIdentifier(marks) === ""];
    expect(runInNewContext("read()", { read }, { timeout: 5_000 })).toEqual([false, false]);
  });

  it.each(["mh 12-ab 1234", "Ü–AB 1", "U\u0308 1", "ж 123", "ك ١٢٣", "महा 1", "京A 12345", "ß 1", "34 ABı 1"])(
    "ID-7 %j is a plate",
    (plate) => {
      expect(characterError("LICENSE_PLATE", plate)).toBeUndefined();
    },
  );

  it("ID-7 a tag may have plain punctuation, and nothing that only looks like a letter or digit", () => {
    expect(characterError("RFID", "E2:00.34-56_78/9")).toBeUndefined();
    expect(characterError("RFID", "E2①")).toBe(
      'Contains "①" (U+2460); a tag has only letters, digits and plain punctuation',
    );
  });

  it("ID-7 allowed plates are compared letter by letter: none is longer or shorter than it is written", () => {
    const text = fc
      .string({ unit: "grapheme", maxLength: 12 })
      .filter((line) => !characterError("LICENSE_PLATE", line));
    fc.assert(
      fc.property(text, (plate) => {
        const written = plate.normalize("NFC").replaceAll(/[ \p{Pd}]/gu, "");
        const compared = normalizeIdentifier(plate);
        expect(Array.from(compared)).toHaveLength(Array.from(written).length);
        expect(normalizeIdentifier(compared)).toBe(compared);
        expect(characterError("LICENSE_PLATE", compared)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
