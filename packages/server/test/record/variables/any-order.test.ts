import { partsOf, type Variable, valueOfEquation } from "@gatehouse/contract/entities/variable";
import fc from "fast-check";
import { expect, it } from "vitest";
import { moveVariables } from "../../../src/intake/variable-movements.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

// Random operations in random order: the stored values must equal those of a direct evaluation.

const server = await testServer();
const { db, clock } = server.services;
const site = siteOf(server);
const scope = "epld" as const;

await site.slotCamera("Row", 4);
const slots = await site.list(scope);
const first = slots.map(({ id }) => id)[0] ?? 0;
const constants = [
  await site.add({ type: "constant", name: "Ten", scope, value: 10 }),
  await site.add({ type: "constant", name: "Half", scope, value: 0.5 }),
];
const dynamics = await Promise.all(
  ["A", "B", "C", "D", "E"].map((name) => site.add({ type: "dynamic", name, scope, value: sum(first) })),
);
const all = [...slots, ...constants, ...dynamics].toSorted((a, b) => a.id - b.id);
const counted = [...slots, ...dynamics];

/** The expected state: equations and constants by id, and the sum of each variable's own steps. */
const values = new Map(all.map(({ id, value }) => [id, value]));
const ledger = new Map(all.map(({ id, computedValue, type }) => [id, type === "base" ? computedValue : 0]));

const onGrid = (number: number) => Math.round(number * 1e6) / 1e6 + 0;
const termsOf = (id: number) => {
  const value = values.get(id);
  return typeof value === "object" ? value : [];
};

function evaluate(id: number, moved: (id: number) => number): number {
  const value = values.get(id);
  if (typeof value === "number") return value;
  return moved(id) + valueOfEquation(termsOf(id), (part) => evaluate(part, moved));
}
const valueNow = (id: number) => onGrid(evaluate(id, (one) => ledger.get(one) ?? 0));
const isSlot = (id: number) => slots.some((slot) => slot.id === id);
const reaches = (from: number, to: number): boolean =>
  from === to || partsOf(termsOf(from)).some((part) => reaches(part.id, to));

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;
const put = (variable: Variable, value: unknown) =>
  server.call("PUT /variables/{id}", {
    params: { id: variable.id },
    body: { type: variable.type, name: variable.name, scope, value },
  });
const tenths = fc.integer({ min: -30, max: 30 }).map((number) => number / 10);

const deeds = {
  equation: async (index: number, picks: readonly (readonly [number, boolean])[]) => {
    const variable = pick(dynamics, index);
    const value = sum(...picks.map(([at, isMinus]) => (isMinus ? -1 : 1) * pick(all, at).id));
    const isCircle = partsOf(value).some((part) => reaches(part.id, variable.id));
    const { status } = await put(variable, value);
    expect(status).toBe(isCircle ? 409 : 200);
    if (!isCircle) values.set(variable.id, value);
  },
  constant: async (index: number, value: number) => {
    const variable = pick(constants, index);
    await put(variable, value);
    values.set(variable.id, value);
  },
  events: async (steps: readonly (readonly [number, number])[]) => {
    const moves = steps.map(([place, delta]) => ({ variableId: pick(slots, place).id, delta }));
    const at = clock.now();
    await db.transaction().execute((tx) =>
      moveVariables(
        tx,
        moves.map((step) => ({ ...step, kind: "event", at })),
      ),
    );
    for (const { variableId, delta } of moves) ledger.set(variableId, onGrid((ledger.get(variableId) ?? 0) + delta));
  },
  correction: async (index: number, value: number) => {
    const { id } = pick(counted, index);
    const delta = value - valueNow(id);
    await server.call("POST /variables/{id}/corrections", { params: { id }, body: { value, reason: "counted" } });
    ledger.set(id, onGrid((ledger.get(id) ?? 0) + delta));
  },
  reset: async () => {
    await server.call("POST /variables/reset/{scope}", { params: { scope } });
    for (const { id } of counted) ledger.set(id, isSlot(id) ? 1 : 0);
  },
};

const place = fc.nat({ max: 100 });
const deed = fc.oneof(
  fc.tuple(place, fc.array(fc.tuple(place, fc.boolean()), { minLength: 1, maxLength: 4 })).map(
    ([at, picks]) =>
      () =>
        deeds.equation(
          at,
          picks.map(([one, isMinus], index) => [one, index > 0 && isMinus]),
        ),
  ),
  fc.tuple(place, tenths).map(
    ([at, value]) =>
      () =>
        deeds.constant(at, value),
  ),
  fc.array(fc.tuple(place, tenths), { maxLength: 6 }).map((steps) => () => deeds.events(steps)),
  fc.tuple(place, tenths).map(
    ([at, value]) =>
      () =>
        deeds.correction(at, value),
  ),
  fc.constant(() => deeds.reset()),
);

it("VAR-8 VAR-2 every value equals its equation after any changes, events, corrections and resets", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 8 }), async (chosen) => {
      for (const act of chosen) await act();
      const stored = (await site.list(scope)).map(({ id, computedValue, totalCapacity }) => [
        id,
        computedValue,
        totalCapacity,
      ]);
      const believed = all.map(({ id }) => [id, valueNow(id), onGrid(evaluate(id, (one) => (isSlot(one) ? 1 : 0)))]);
      expect(stored).toEqual(believed);
    }),
    { numRuns: 40 },
  );
});
