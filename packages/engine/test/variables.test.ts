import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileVariables, type Definition, type Term, touchedBy, valueOfForm } from "../src/variables/linear-form.ts";

const variable = (id: number): Term => ({ type: "variable", id });
const plus: Term = { type: "operation", operation: "addition" };
const minus: Term = { type: "operation", operation: "subtraction" };
const equation = (id: number, ...terms: Term[]): Definition => ({ id, kind: "equation", terms });
const base = (id: number): Definition => ({ id, kind: "base" });

/** Evaluates an equation the obvious way, for comparison. */
function naive(id: number, definitions: ReadonlyMap<number, Definition>, values: ReadonlyMap<number, number>): number {
  const definition = definitions.get(id);
  if (definition?.kind === "base") return values.get(id) ?? 0;
  if (definition?.kind === "constant") return definition.value;
  let sum = 0;
  let sign = 1;
  for (const term of definition?.terms ?? []) {
    if (term.type === "operation") sign = term.operation === "addition" ? 1 : -1;
    else sum += sign * naive(term.id, definitions, values);
  }
  return sum;
}

/** Equations that only look at earlier variables, so that there is no circle. */
const graph = fc
  .array(
    fc.record({
      kind: fc.constantFrom("base", "constant", "equation"),
      value: fc.integer({ min: -50, max: 50 }),
      picks: fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 40 },
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

const formsOf = (definitions: readonly Definition[]) => {
  const compiled = compileVariables(definitions);
  if (!compiled.ok) throw new Error(`circle ${compiled.circle}`);
  return compiled.forms;
};

describe("equations", () => {
  it("VAR-8 come to what 3 in, 1 out and a capacity of 100 make: 98 free", () => {
    const forms = formsOf([
      base(1),
      base(2),
      { id: 3, kind: "constant", value: 100 },
      equation(4, variable(3), minus, variable(1), plus, variable(2)),
    ]);
    const values = new Map([
      [1, 3],
      [2, 1],
    ]);
    const form = forms.get(4);
    expect(form && valueOfForm(form, (id) => values.get(id) ?? 0)).toBe(98);
  });

  it("VAR-8 agree with naive evaluation on any graph and any values", () => {
    fc.assert(
      fc.property(
        graph,
        fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 40, maxLength: 40 }),
        (rows, numbers) => {
          const byId = new Map(rows.map((row) => [row.id, row]));
          const values = new Map(rows.map(({ id }) => [id, numbers[id] ?? 0]));
          for (const [id, form] of formsOf(rows)) {
            expect(valueOfForm(form, (one) => values.get(one) ?? 0)).toBe(naive(id, byId, values));
          }
        },
      ),
    );
  });

  it("VAR-8 move by exactly what an event moves, and only those that it touches", () => {
    fc.assert(
      fc.property(graph, fc.nat(), fc.integer({ min: -5, max: 5 }), (rows, pick, step) => {
        const bases = rows.filter(({ kind }) => kind === "base");
        fc.pre(bases.length > 0);
        const moved = bases[pick % bases.length]?.id ?? 0;
        const byId = new Map(rows.map((row) => [row.id, row]));
        const forms = formsOf(rows);
        const touched = new Map((touchedBy(forms).get(moved) ?? []).map(({ id, weight }) => [id, weight]));
        const before = new Map<number, number>();
        const after = new Map([[moved, step]]);
        for (const { id } of rows) {
          const difference = naive(id, byId, after) - naive(id, byId, before);
          expect((touched.get(id) ?? 0) * step + 0).toBe(difference + 0);
        }
      }),
    );
  });

  it.each([
    ["itself", [equation(1, variable(1))], [1, 1]],
    ["another that refers back", [equation(1, variable(2)), equation(2, variable(1))], [1, 2, 1]],
    [
      "a chain that closes further down",
      [equation(1, variable(2)), equation(2, variable(3)), equation(3, variable(4), plus, variable(2)), base(4)],
      [2, 3, 2],
    ],
  ])("VAR-8 are refused when one refers to %s, with the path that closes the circle", (_, definitions, circle) => {
    expect(compileVariables(definitions)).toEqual({ ok: false, circle });
  });

  it("VAR-8 may be thousands deep", () => {
    const depth = 5_000;
    const chain = Array.from({ length: depth }, (_, id) => (id === 0 ? base(0) : equation(id, variable(id - 1))));
    expect(formsOf(chain.reverse()).get(depth - 1)?.weights).toEqual(new Map([[0, 1]]));
  });
});
