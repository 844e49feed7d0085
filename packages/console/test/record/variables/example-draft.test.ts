import type { Term } from "@gatehouse/contract/entities/variable";
import { describe, expect, it } from "vitest";
import { evaluateExample, toExamplePayload, withInput } from "../../../src/record/variables/example-draft.ts";

const terms: Term[] = [
  { type: "variable", id: 1 },
  { type: "operation", operation: "subtraction" },
  { type: "variable", id: 2 },
  { type: "operation", operation: "addition" },
  { type: "variable", id: 1 },
];

describe("an example", () => {
  const example = withInput({ inputs: [{ variableId: 1, value: 100 }], expected: "197" }, 2, "3");

  it("evaluates its equation", () => {
    expect(evaluateExample(terms, example)).toBe(197);
  });

  it("counts an empty input as 0", () => {
    expect(evaluateExample(terms, withInput(example, 2, " "))).toBe(200);
  });

  it("has no result while an input is not a number", () => {
    expect(evaluateExample(terms, withInput(example, 2, "three"))).toBeUndefined();
  });

  it("is sent with exactly one value per variable of the equation, in order", () => {
    expect(toExamplePayload([withInput(example, 9, "5")], terms)).toEqual([
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
  ])("with expected result %j is sent as %j, for validation", (expected, sent) => {
    expect(toExamplePayload([{ ...example, expected }], terms)[0]?.expected).toBe(sent);
  });
});
