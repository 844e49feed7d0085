import { lookOf } from "@gatehouse/contract/entities/identifier/identifier";
import { confusableGroups, confusableWith, isLookAlike } from "@gatehouse/contract/fields/confusable";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findConfusions, suggestionReason, suggestPlates } from "../../src/data-quality/confusions.ts";

const plate = fc.stringMatching(/^[A-Z0-9]{1,10}$/);
const learned = fc.array(
  fc.record({ read: fc.stringMatching(/^[A-Z0-9]$/), actual: fc.stringMatching(/^[A-Z0-9]$/), count: fc.nat(9) }),
  { maxLength: 8 },
);

describe("look-alike plates", () => {
  it.each([
    ["KA01AB1234", "KA01A81234", true],
    ["KA01AB1234", "KAO1AB1234", true],
    ["KAD1AB1234", "KAQ1AB1234", true],
    ["KA0IAB1Z34", "KA01AB1Z34", true],
    ["KA01AB1234", "KA01AB1234", false],
    ["KA01AB1234", "KA01AC1234", false],
    ["KA01AB1234", "KAO1A81234", false],
    ["KA01AB1234", "KA01AB123", false],
    ["", "", false],
  ])("RULE-10 %s and %s: %s", (one, other, isAlike) => {
    expect(isLookAlike(one, other)).toBe(isAlike);
    expect(isLookAlike(other, one)).toBe(isAlike);
  });

  it("RULE-10 the search key of look-alikes is equal for every pair, so an index finds them all", () => {
    fc.assert(
      fc.property(plate, fc.nat(), fc.nat(), (text, at, choice) => {
        const position = at % text.length;
        const others = confusableWith(text[position] ?? "");
        fc.pre(others.length > 0);
        const other = text.slice(0, position) + others[choice % others.length] + text.slice(position + 1);
        expect(isLookAlike(text, other)).toBe(true);
        expect(lookOf(text)).toBe(lookOf(other));
      }),
    );
  });

  it("RULE-10 each character belongs to one group", () => {
    const characters = confusableGroups.join("");
    expect(new Set(characters).size).toBe(characters.length);
  });
});

describe("learned confusions", () => {
  it.each([
    ["KA01A81234", "KA01AB1234", [{ read: "8", actual: "B" }]],
    [
      "KAO1A81234",
      "KA01AB1234",
      [
        { read: "O", actual: "0" },
        { read: "8", actual: "B" },
      ],
    ],
    ["KA01AB1234", "KA01AB1234", []],
    ["KA01AB123", "KA01AB1234", []],
    ["MH12XY9999", "KA01AB1234", []],
  ])("RULE-10 %s for %s teaches %j", (read, actual, confusions) => {
    expect(findConfusions(read, actual)).toEqual(confusions);
  });

  it("RULE-10 suggests observed confusions before characters that only look alike, and says why", () => {
    const suggested = suggestPlates("KA01A81234", [
      { read: "8", actual: "B", count: 3 },
      { read: "4", actual: "A", count: 2 },
      { read: "1", actual: "7", count: 1 },
    ]);
    expect(suggested.slice(0, 2).map(({ plate: text }) => text)).toEqual(["KA01AB1234", "KA01A8123A"]);
    expect(suggestionReason(suggested[0] ?? { confusions: [] })).toBe("This camera has read 8 instead of B 3 times");
    expect(suggested.find(({ plate: text }) => text === "KA01AB123A")).toMatchObject({ isLearned: true, weight: 2 });
    const alike = suggested.find(({ plate: text }) => text === "KAO1A81234");
    expect(alike).toMatchObject({ isLearned: false });
    expect(suggestionReason(alike ?? { confusions: [] })).toBe("0 and O look alike");
    // Observed once: may be a typing error of an operator.
    expect(suggested.some(({ plate: text }) => text === "KA07A81234")).toBe(false);
  });

  it("RULE-10 a suggestion is explained by its confusions, never repeats the read, and is listed once", () => {
    fc.assert(
      fc.property(plate, learned, (text, table) => {
        const suggested = suggestPlates(text, table);
        const plates = suggested.map((one) => one.plate);
        expect(new Set(plates).size).toBe(plates.length);
        expect(plates).not.toContain(text);
        for (const one of suggested) {
          const confusions = findConfusions(text, one.plate);
          expect(confusions.map(({ read, actual }) => `${read}${actual}`).sort()).toEqual(
            one.confusions.map(({ read, actual }) => `${read}${actual}`).sort(),
          );
        }
        const learnedFlags = suggested.map(({ isLearned }) => isLearned);
        expect(learnedFlags.lastIndexOf(true)).toBeLessThan(
          learnedFlags.includes(false) ? learnedFlags.indexOf(false) : learnedFlags.length,
        );
      }),
    );
  });
});
