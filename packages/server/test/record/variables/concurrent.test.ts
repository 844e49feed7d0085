import type { Movement, Variable } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { moveVariables, type Step } from "../../../src/intake/variable-movements.ts";
import type { Tx } from "../../../src/platform/database/database.ts";
import { changeVariable, lockVariable } from "../../../src/record/variables/variable.store.ts";
import { createServer } from "../../../src/server.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const { db, clock } = server.services;
const site = siteOf(server);

await site.loop("A", "N");
await site.loop("B", "N");
const a = await site.named("loop", "A Entry");
const b = await site.named("loop", "B Entry");
const both = await site.add({ type: "dynamic", name: "Both", scope: "loop", value: sum(a.id, b.id) });

const event = (variableId: number, delta: number): Step => ({ kind: "event", variableId, delta, at: clock.now() });
const move = (...steps: Step[]) => db.transaction().execute((tx) => moveVariables(tx, steps));
const correct = (id: number, value: number) =>
  server.call("POST /variables/{id}/corrections", { params: { id }, body: { value, reason: "counted" } });
const change = (name: string, ...signed: number[]) =>
  server.call<Variable>("PUT /variables/{id}", {
    params: both,
    body: { type: "dynamic", name, scope: "loop", value: sum(...signed) },
  });
const readValue = async (id: number) => (await site.numbered("loop", id)).computedValue;

const untilOneWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows[0]?.count;
      },
      { interval: 5 },
    )
    .toBe(1);

/** Runs a first transaction and, before it commits, starts a second one that has to wait for it. */
async function meanwhile<T>(
  first: (tx: Tx) => Promise<unknown>,
  then: () => Promise<T>,
  whileItWaits: () => Promise<unknown> = async () => {},
): Promise<T> {
  const { second } = await db.transaction().execute(async (tx) => {
    await first(tx);
    // Wrapped in an object, because returning the promise would await it before the first transaction commits.
    const begun = { second: then() };
    await untilOneWaits();
    await whileItWaits();
    return begun;
  });
  return second;
}

describe("concurrent transactions", () => {
  it("VAR-8 change the same values without deadlocks or lost updates", async () => {
    const times = (count: number) => Array.from({ length: count }, (_, turn) => turn);
    await Promise.all<unknown>([
      ...times(40).map(() => move(event(a.id, 1), event(b.id, 1))),
      ...times(5).map((turn) => change(`Both ${turn}`, b.id, a.id)),
      ...times(5).map(() => correct(both.id, 1_000)),
      ...times(40).map(() => move(event(b.id, 1), event(a.id, 1))),
    ]);
    const { body } = await server.call<{ data: Movement[] }>("GET /variables/{id}/movements", {
      params: both,
      query: { limit: 500 },
    });
    expect(body.data).toHaveLength(165);
    expect(body.data.reduce((total, { effect }) => total + effect, 0)).toBe(await readValue(both.id));
    expect([await readValue(a.id), await readValue(b.id)]).toEqual([80, 80]);
  });

  it("VAR-8 lock values in the order of their ids", async () => {
    const before = await readValue(both.id);
    await meanwhile(
      (tx) => sql`select from variables where id = ${a.id} for no key update`.execute(tx),
      () => move(event(a.id, 1)),
      () => sql`select from variables where id = ${both.id} for no key update nowait`.execute(db),
    );
    expect(await readValue(both.id)).toBe(before + 1);
  });

  it("VAR-8 an equation change waits for events in progress and counts them", async () => {
    const [ofA, { body: before }] = [await readValue(a.id), await change("Both", b.id)];
    const { body: after } = await meanwhile(
      (tx) => moveVariables(tx, [event(a.id, 7)]),
      () => change("Both", a.id, b.id),
    );
    expect(after.computedValue).toBe(before.computedValue + ofA + 7);
  });

  it("VAR-8 an event during an equation change counts by the new equation", async () => {
    const [ofA, { body: before }] = [await readValue(a.id), await change("Both", b.id)];
    const draft = { type: "dynamic", name: "Both", scope: "loop", publish: false, value: sum(a.id, b.id) } as const;
    const anyone = { scope: undefined, ifMatch: undefined };
    const changeEquation = async (tx: Tx) =>
      changeVariable(tx, await lockVariable(tx, both.id, anyone), { ...draft, examples: [] });
    await meanwhile(changeEquation, () => move(event(a.id, 7)));
    expect(await readValue(both.id)).toBe(before.computedValue + ofA + 7);
  });

  it("VAR-8 a correction waits for events in progress and sets the final value", async () => {
    await meanwhile(
      (tx) => moveVariables(tx, [event(a.id, 7)]),
      () => correct(both.id, 1),
    );
    expect(await readValue(both.id)).toBe(1);
  });

  it("VAR-8 a second server changes no value and counts nothing again", async () => {
    const state = async () => {
      const { rows } = await sql`select id, version, "computedValue", "ledgerValue" from variables order by id`.execute(
        db,
      );
      const { rows: count } = await sql`select count(*) from movements`.execute(db);
      return { rows, count };
    };
    const before = await state();
    const second = await createServer(server.services);
    await sql`select sync_base_variables()`.execute(db);
    expect(await state()).toEqual(before);
    await second.close();
  });
});
