import { type Term, valueOfEquation } from "@gatehouse/contract/entities/variable";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  capacityOf,
  compileVariables,
  type Definition,
  dependentsOf,
  type LinearForm,
  rotateCycle,
  valueOfForm,
} from "../src/variables/linear-form.ts";

const variable = (id: number): Term => ({ type: "variable", id });
const plus: Term = { type: "operation", operation: "addition" };
const minus: Term = { type: "operation", operation: "subtraction" };
const equation = (id: number, ...terms: Term[]): Definition => ({ id, kind: "equation", terms });
const base = (id: number): Definition => ({ id, kind: "base" });

/** The sum of each variable's movements. */
type Moved = (id: number) => number;

/** Naive evaluation to compare with: the equation over current values plus the variable's own movements. */
function naive(definitions: readonly Definition[], moved: Moved): ReadonlyMap<number, number> {
  const values = new Map<number, number>();
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const read = (id: number): number => {
    const known = values.get(id);
    if (known !== undefined) return known;
    const value = evaluate(byId.get(id) ?? base(id));
    values.set(id, value);
    return value;
  };
  const evaluate = (definition: Definition): number => {
    if (definition.kind === "constant") return definition.value;
    return moved(definition.id) + (definition.kind === "equation" ? valueOfEquation(definition.terms, read) : 0);
  };
  return new Map(definitions.map(({ id }) => [id, read(id)]));
}

/** Equations that only use earlier variables, so there is no cycle. */
const graphOf = (size: { minLength: number; maxLength: number }) =>
  fc
    .array(
      fc.record({
        kind: fc.constantFrom("base", "constant", "equation"),
        value: fc.integer({ min: -50, max: 50 }),
        picks: fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 4 }),
      }),
      size,
    )
    .map((rows) =>
      rows.map(({ kind, value, picks }, id): Definition => {
        if (kind === "constant") return { id, kind, value };
        if (kind === "base" || id === 0) return base(id);
        const terms = picks.flatMap(([pick, isPlus], index) => [
          ...(index > 0 ? [isPlus ? plus : minus] : []),
          variable(pick % id),
        ]);
        return equation(id, ...terms);
      }),
    );

const graph = graphOf({ minLength: 1, maxLength: 40 });
const ledger = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 40, maxLength: 40 }).map(
  (numbers): Moved =>
    (id) =>
      numbers[id % numbers.length] ?? 0,
);

const formsOf = (definitions: readonly Definition[]) => {
  const compiled = compileVariables(definitions);
  if (!compiled.ok) throw new Error(`cycle ${compiled.cycle}`);
  return compiled.forms;
};

const valuesOf = (forms: ReadonlyMap<number, LinearForm>, moved: Moved) =>
  new Map([...forms].map(([id, form]) => [id, valueOfForm(form, moved)]));

const sorted = (values: ReadonlyMap<number, number>) => [...values].toSorted(([a], [b]) => a - b);

describe("equations", () => {
  it("VAR-8 give 98 free for 3 in, 1 out and a capacity of 100", () => {
    const forms = formsOf([
      base(1),
      base(2),
      { id: 3, kind: "constant", value: 100 },
      equation(4, variable(3), minus, variable(1), plus, variable(2)),
    ]);
    const moved = new Map([
      [1, 3],
      [2, 1],
    ]);
    expect(valuesOf(forms, (id) => moved.get(id) ?? 0).get(4)).toBe(98);
  });

  it("VAR-8 agree with naive evaluation on any graph, any events and any corrections", () => {
    fc.assert(
      fc.property(graph, ledger, (rows, moved) => {
        expect(sorted(valuesOf(formsOf(rows), moved))).toEqual(sorted(naive(rows, moved)));
      }),
    );
  });

  it("VAR-8 agree with naive evaluation on thousands of variables", () => {
    fc.assert(
      fc.property(graphOf({ minLength: 2_000, maxLength: 3_000 }), ledger, (rows, moved) => {
        expect(sorted(valuesOf(formsOf(rows), moved))).toEqual(sorted(naive(rows, moved)));
      }),
      { numRuns: 5 },
    );
  });

  it("VAR-8 change by exactly the movement of an event or correction, and only if they depend on it", () => {
    fc.assert(
      fc.property(graph, ledger, fc.nat(), fc.integer({ min: -5, max: 5 }), (rows, moved, pick, step) => {
        const one = rows[pick % rows.length]?.id ?? 0;
        const before = naive(rows, moved);
        const after = naive(rows, (id) => moved(id) + (id === one ? step : 0));
        const effects = [...formsOf(rows)].map(
          ([id, { weights }]) => [id, (weights.get(one) ?? 0) * step + 0] as const,
        );
        const differences = rows.map(({ id }) => [id, (after.get(id) ?? 0) - (before.get(id) ?? 0) + 0] as const);
        expect(sorted(new Map(effects))).toEqual(sorted(new Map(differences)));
      }),
    );
  });

  it("VAR-1 have as capacity their value with every slot free and no corrections", () => {
    fc.assert(
      fc.property(graph, (rows) => {
        const slots = new Set(rows.filter(({ kind }) => kind === "base").map(({ id }) => id));
        const isSlot = (id: number) => slots.has(id);
        const capacities = [...formsOf(rows)].map(([id, form]) => [id, capacityOf(form, isSlot)] as const);
        expect(sorted(new Map(capacities))).toEqual(sorted(naive(rows, (id) => (isSlot(id) ? 1 : 0))));
      }),
    );
  });

  it("VAR-8 change together with their dependents, and with nothing else", () => {
    fc.assert(
      fc.property(graph, fc.nat(), (rows, pick) => {
        const one = rows[pick % rows.length]?.id ?? 0;
        const changed = rows.map((row) =>
          row.id === one ? ({ id: one, kind: "constant", value: 7_777 } as const) : row,
        );
        const dependents = dependentsOf(one, rows);
        const others = (definitions: readonly Definition[]) =>
          [...formsOf(definitions)].filter(([id]) => !dependents.has(id));
        expect(others(changed)).toEqual(others(rows));
      }),
    );
    expect([...dependentsOf(1, [base(1), equation(2, variable(1)), equation(3, variable(2)), base(4)])]).toEqual([
      1, 2, 3,
    ]);
  });

  it.each([
    ["itself", [equation(1, variable(1))], [1, 1]],
    ["another that refers back", [equation(1, variable(2)), equation(2, variable(1))], [1, 2, 1]],
    [
      "a chain that closes further down",
      [equation(1, variable(2)), equation(2, variable(3)), equation(3, variable(4), plus, variable(2)), base(4)],
      [2, 3, 2],
    ],
  ])("VAR-8 are refused when one refers to %s, with the path that closes the cycle", (_, definitions, cycle) => {
    expect(compileVariables(definitions)).toEqual({ ok: false, cycle });
  });

  it.each([
    [2, [2, 3, 1, 2]],
    [1, [1, 2, 3, 1]],
    [9, [1, 2, 3, 1]],
  ])("VAR-8 start a cycle at %i, if it is part of it", (from, rotated) => {
    expect(rotateCycle(from, [1, 2, 3, 1])).toEqual(rotated);
  });

  it("VAR-8 are refused on any graph if one refers to its own dependent", () => {
    fc.assert(
      fc.property(graph, fc.nat(), (rows, pick) => {
        const dependents = [...dependentsOf(0, rows)];
        const last = dependents[pick % dependents.length] ?? 0;
        const closed = rows.map((row) => (row.id === 0 ? equation(0, variable(last)) : row));
        const compiled = compileVariables(closed);
        const rotated = compiled.ok ? [] : rotateCycle(0, compiled.cycle);
        expect([rotated[0], rotated.at(-1)]).toEqual([0, 0]);
        const uses = (from: number, part: number) =>
          closed.some(
            (row) =>
              row.id === from &&
              row.kind === "equation" &&
              row.terms.some((term) => term.type === "variable" && term.id === part),
          );
        expect(rotated.slice(1).every((part, index) => uses(rotated[index] ?? -1, part))).toBe(true);
      }),
    );
  });

  it("VAR-8 may be thousands deep", () => {
    const depth = 2_000;
    const chain = Array.from({ length: depth }, (_, id) => (id === 0 ? base(0) : equation(id, variable(id - 1))));
    const forms = formsOf(chain.reverse());
    expect(valuesOf(forms, (id) => (id === 0 ? 5 : 0)).get(depth - 1)).toBe(5);
  });
});
