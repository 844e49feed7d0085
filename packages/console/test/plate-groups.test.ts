import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { describe, expect, it } from "vitest";
import { plateGroups } from "../src/access/plate-groups.ts";

const plates: readonly [written: string, groups: string][] = [
  ["MH12AB1234", "MH 12 AB 1234"],
  ["mh-12.ab 1234", "MH 12 AB 1234"],
  ["MH 12 A8 1234", "MH 12 A8 1234"],
  ["B·MW 42", "B MW 42"],
  ["42", "42"],
  ["...", ""],
  ["E20034120123456789", "E200 3412 0123 4567 89"],
  ["ÄÖ١٢", "ÄÖ ١٢"],
];

describe("ID-6 display groups of a plate", () => {
  it.each(plates)("ID-6 %s as %s", (written, groups) => {
    expect(plateGroups(written).join(" ")).toBe(groups);
  });

  it.each(plates)("ID-6 %s keeps the characters that matching uses", (written) => {
    expect(plateGroups(written).join("")).toBe(normalizeIdentifier(written));
  });
});
