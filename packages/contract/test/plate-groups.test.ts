import { describe, expect, it } from "vitest";
import { normalizeIdentifier } from "../src/fields/identifier-text.ts";
import { formatPlate, plateGroups } from "../src/fields/plate-groups.ts";

const plates: readonly [written: string, groups: string][] = [
  ["MH12AB1234", "MH 12 AB 1234"],
  ["mh-12.ab 1234", "MH 12 AB 1234"],
  ["MH 12AB 1234", "MH 12 AB 1234"],
  ["MH 12 A8 1234", "MH 12 A8 1234"],
  ["KA05MN808O", "KA 05 MN 808O"],
  ["GJO5AB1234", "GJ O5 AB 1234"],
  ["MH12ABC123", "MH 12 ABC 123"],
  ["MH121234", "MH 12 1234"],
  ["DL 8C SJ 2134", "DL 8C SJ 2134"],
  ["DL8CSJ2134", "DL 8C SJ 2134"],
  ["DL8CA2134", "DL 8C A 2134"],
  ["DL10CA2134", "DL 10 CA 2134"],
  ["22BH1234AA", "22 BH 1234 AA"],
  ["B·MW 42", "BMW 42"],
  ["BMW42", "BMW 42"],
  ["42", "42"],
  ["...", ""],
  ["E20034120123456789", "E200 3412 0123 4567 89"],
  ["ÄÖ١٢", "ÄÖ ١٢"],
];

describe("ID-6 display groups of a plate", () => {
  it.each(plates)("ID-6 %s as %s", (written, groups) => {
    expect(formatPlate(written)).toBe(groups);
  });

  it.each(plates)("ID-6 %s keeps the characters that matching uses, and is shown as its normalized form", (written) => {
    expect(plateGroups(written).join("")).toBe(normalizeIdentifier(written));
    expect(plateGroups(normalizeIdentifier(written))).toEqual(plateGroups(written));
  });
});
