import type { Movement, Variable } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { moveVariables, type Step } from "../../../src/intake/variable-movements.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const { db, clock } = server.services;
const site = siteOf(server);

await site.loop("In", "N");
await site.loop("Out", "X");
const entry = await site.named("loop", "In Entry");
const exit = await site.named("loop", "Out Exit");
const capacity = await site.add({ type: "constant", name: "Capacity", scope: "loop", value: 100 });
const inside = await site.add({ type: "dynamic", name: "Inside", scope: "loop", value: sum(entry.id, -exit.id) });
const free = await site.add({ type: "dynamic", name: "Free", scope: "loop", value: sum(capacity.id, -inside.id) });

const event = (variableId: number, delta: number): Step => ({ kind: "event", variableId, delta, at: clock.now() });
const move = (...steps: Step[]) => db.transaction().execute((tx) => moveVariables(tx, steps));
const correct = (id: number, value: number, reason = "counted by hand") =>
  server.call<Variable & { code: string }>("POST /variables/{id}/corrections", {
    params: { id },
    body: { value, reason },
  });
const movements = async (id: number, query: Record<string, unknown> = {}) =>
  (
    await server.call<{ data: Movement[]; next: string | null; prev: string | null }>("GET /variables/{id}/movements", {
      params: { id },
      query,
    })
  ).body;

describe("events", () => {
  it("VAR-8 change their base values and everything that depends on them, once", async () => {
    await move(event(entry.id, 3), event(exit.id, 1));
    expect(await site.values("loop")).toEqual({
      "In Entry": 3,
      "Out Exit": 1,
      Capacity: 100,
      Inside: 2,
      Free: 98,
    });
  });

  it("VAR-8 change nothing when their transaction is rolled back", async () => {
    const before = await site.values("loop");
    const undone = db.transaction().execute(async (tx) => {
      await moveVariables(tx, [event(entry.id, 50)]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await site.values("loop")).toEqual(before);
  });

  it("VAR-8 of a deleted source are ignored", async () => {
    const { id } = await site.loop("Removed", "N");
    const gone = await site.named("loop", "Removed Entry");
    await server.call("DELETE /sensors/{id}", { params: { id } });
    await move(event(gone.id, 1), event(entry.id, 1), event(entry.id, -1));
    expect((await movements(entry.id, { limit: 2 })).data.map(({ delta }) => delta)).toEqual([-1, 1]);
  });

  it("VAR-8 with fractional values add up without rounding errors", async () => {
    const { id } = await site.loop("Parts", "N");
    const parts = await site.named("loop", "Parts Entry");
    await move(...Array.from({ length: 10 }, () => event(parts.id, 0.1)));
    expect((await site.named("loop", "Parts Entry")).computedValue).toBe(1);
    await server.call("DELETE /sensors/{id}", { params: { id } });
  });
});

describe("changes", () => {
  it("VAR-8 of a constant update everything that depends on it", async () => {
    const change = (value: number) =>
      server.call("PUT /variables/{id}", {
        params: capacity,
        body: { type: "constant", name: "Capacity", scope: "loop", value },
      });
    const { computedValue } = await site.named("loop", "Free");
    await change(150);
    expect((await site.named("loop", "Free")).computedValue).toBe(computedValue + 50);
    expect((await movements(free.id)).data.every(({ variableId }) => variableId !== capacity.id)).toBe(true);
    await change(100);
  });

  it("VAR-8 of an equation update everything that depends on it, including earlier counts", async () => {
    const change = (...signed: number[]) =>
      server.call("PUT /variables/{id}", {
        params: inside,
        body: { type: "dynamic", name: "Inside", scope: "loop", value: sum(...signed) },
      });
    await change(entry.id);
    expect(await site.values("loop")).toMatchObject({ Inside: 3, Free: 97 });
    await change(entry.id, -exit.id);
    expect(await site.values("loop")).toMatchObject({ Inside: 2, Free: 98 });
  });
});

describe("corrections", () => {
  it("VAR-8 set a value and update everything that depends on it", async () => {
    const { status, body } = await correct(inside.id, 10, "walked round");
    expect([status, body.computedValue]).toEqual([201, 10]);
    expect(await site.values("loop")).toMatchObject({ "In Entry": 3, Inside: 10, Free: 90 });
    const [last] = (await movements(free.id)).data;
    expect(last).toMatchObject({
      kind: "correction",
      variableName: "Inside",
      delta: 8,
      effect: -8,
      by: "admin",
      reason: "walked round",
      eventId: null,
    });
  });

  it("VAR-8 are refused for constants", async () => {
    expect((await correct(capacity.id, 1)).body.code).toBe("variable/constant");
  });

  it("VAR-8 require a reason", async () => {
    expect((await correct(inside.id, 1, " ")).status).toBe(400);
  });

  it("VAR-2 of a reset restore every count of the scope, with author and time", async () => {
    await site.slotCamera("Row", 2);
    const slot = await site.named("epld", "Row Slot 1");
    await move(event(slot.id, -1));
    const elsewhere = await site.values("loop");
    const reset = (scope: string) =>
      server.call<{ variables: number }>("POST /variables/reset/{scope}", { params: { scope } });

    expect((await reset("epld")).body).toEqual({ variables: 1 });
    expect(await site.values("epld")).toEqual({ "Row Slot 1": 1, "Row Slot 2": 1 });
    expect(await site.values("loop")).toEqual(elsewhere);

    expect((await reset("loop")).body).toEqual({ variables: 3 });
    expect(await site.values("loop")).toMatchObject({ "In Entry": 0, "Out Exit": 0, Inside: 0, Free: 100 });
    const [last] = (await movements(entry.id)).data;
    expect(last).toMatchObject({ kind: "correction", delta: -3, by: "admin", reason: "Reset" });
    expect((await reset("loop")).body).toEqual({ variables: 0 });
  });
});

describe("the ledger of a variable", () => {
  it("VAR-8 lists every event and correction with its effect, newest first, in pages", async () => {
    await move(event(entry.id, 5));
    await move(event(exit.id, 2));
    await correct(free.id, 95);
    const first = await movements(free.id, { limit: 2 });
    expect(first.data.map(({ variableName, effect }) => [variableName, effect])).toEqual([
      ["Free", -2],
      ["Out Exit", 2],
    ]);
    expect(first.prev).toBeNull();
    const second = await movements(free.id, { limit: 2, cursor: first.next });
    expect(second.data[0]).toMatchObject({ variableName: "In Entry", delta: 5, effect: -5 });
    expect(await movements(free.id, { limit: 2, cursor: second.prev })).toEqual({ ...first, next: first.next });
  });

  it("VAR-8 adds up to the value", async () => {
    const { data } = await movements(free.id, { limit: 500 });
    const { computedValue } = await site.named("loop", "Free");
    expect(data.reduce((total, { effect }) => total + effect, 100)).toBe(computedValue);
  });

  it("VAR-5 is refused for an unknown variable and with another variable's cursor", async () => {
    const other = await movements(free.id, { limit: 1 });
    const params = { id: 987_654 };
    expect((await server.call("GET /variables/{id}/movements", { params })).status).toBe(404);
    const query = { cursor: other.next };
    expect((await server.call("GET /variables/{id}/movements", { params: inside, query })).status).toBe(400);
  });
});

describe("the audit trail", () => {
  it("shows who changed an equation and who corrected a value, but no other value changes", async () => {
    const audited = async () => {
      const { rows } = await sql<{ tableName: string; action: string; after: { variableId?: number } }>`
        select "tableName", action, after from audit_log order by id`.execute(db);
      return rows;
    };
    const { length } = await audited();
    await correct(entry.id, 5);
    expect((await audited()).slice(length)).toMatchObject([{ tableName: "variables", action: "act" }]);
    const body = { type: "dynamic", name: "Inside", scope: "loop", value: sum(entry.id, -exit.id, entry.id) };
    await server.call("PUT /variables/{id}", { params: inside, body });
    expect((await audited()).slice(length + 1)).toMatchObject([
      { tableName: "variables", action: "update" },
      { tableName: "variable_terms", action: "insert", after: { variableId: entry.id } },
    ]);
  });
});
