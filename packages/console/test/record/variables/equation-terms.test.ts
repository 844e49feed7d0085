import { partsOf, type Term, type Variable } from "@gatehouse/contract/entities/variable";
import { describe, expect, it } from "vitest";
import { findDependents, formatEquation, shortenName, toTerms } from "../../../src/record/variables/equation-terms.ts";

const plus = { type: "operation", operation: "addition" } as const;
const minus = { type: "operation", operation: "subtraction" } as const;
const of = (id: number) => ({ type: "variable", id }) as const;
const nameOf = (id: number) => ({ 1: "Capacity", 2: "Entries", 3: "Exits" })[id] ?? `#${id}`;
const variable = (id: number, value: Variable["value"]) => ({ id, value }) as Variable;

describe("the terms of an equation", () => {
  const equation: Term[] = [of(1), minus, of(2), plus, of(3)];

  it("VAR-3 alternate with operators", () => {
    expect(toTerms(partsOf(equation))).toEqual(equation);
  });

  it("VAR-3 begin with a variable even after the first one was removed", () => {
    expect(toTerms(partsOf(equation).slice(1))).toEqual([of(2), plus, of(3)]);
  });

  it("VAR-3 are empty for an empty equation", () => {
    expect(toTerms([])).toEqual([]);
  });

  it.each<[string, Term[]]>([
    ["Capacity − Entries + Exits", equation],
    ["#9", [of(9)]],
    ["", []],
  ])("read as %j", (text, terms) => {
    expect(formatEquation(terms, nameOf)).toBe(text);
  });
});

it.each([
  ["North", "North Slot 4", "Slot 4"],
  ["North", "Northern Slot 4", "Northern Slot 4"],
  [null, "North Slot 4", "North Slot 4"],
])("next to %s, %s is shortened to %s", (source, name, short) => {
  expect(shortenName(source, name)).toBe(short);
});

describe("VAR-8 dependents of a variable", () => {
  const all = [
    variable(1, []),
    variable(2, 100),
    variable(3, [of(1), plus, of(2)]),
    variable(4, [of(3)]),
    variable(5, [of(2), minus, of(2)]),
  ];

  it.each<[number, number[]]>([
    [1, [1, 3, 4]],
    [2, [2, 3, 5, 4]],
    [4, [4]],
  ])("%d: itself and all direct and indirect users", (id, found) => {
    expect([...findDependents(id, all)].sort()).toEqual(found.sort());
  });
});
