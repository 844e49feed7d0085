import type { Term } from "@gatehouse/contract/entities/variable/equation";
import { describe, expect, it } from "vitest";
import { resultOf, sentExamples, withInput } from "../src/entities/variable/example-draft.ts";

const terms: Term[] = [
  { type: "variable", id: 1 },
  { type: "operation", operation: "subtraction" },
  { type: "variable", id: 2 },
  { type: "operation", operation: "addition" },
  { type: "variable", id: 1 },
];

describe("an example", () => {
  const example = withInput({ inputs: [{ variableId: 1, value: 100 }], expected: "197" }, 2, "3");

  it("gives what its equation gives for it", () => {
    expect(resultOf(terms, example)).toBe(197);
  });

  it("counts what was left empty as nothing", () => {
    expect(resultOf(terms, withInput(example, 2, " "))).toBe(200);
  });

  it("gives nothing while something in it is no number", () => {
    expect(resultOf(terms, withInput(example, 2, "three"))).toBeUndefined();
  });

  it("is sent with one value for each variable of the equation, in its order, and no other", () => {
    expect(sentExamples([withInput(example, 9, "5")], terms)).toEqual([
      {
        inputs: [
          { variableId: 1, value: 100 },
          { variableId: 2, value: 3 },
        ],
        expected: 197,
      },
    ]);
  });

  it.each([
    ["", undefined],
    ["lots", "lots"],
    ["-4.5", -4.5],
  ])("with %j expected is sent as %j, for the rules to judge", (expected, sent) => {
    expect(sentExamples([{ ...example, expected }], terms)[0]?.expected).toBe(sent);
  });
});
