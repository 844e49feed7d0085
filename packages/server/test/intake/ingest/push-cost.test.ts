import { sql } from "kysely";
import type { PoolClient } from "pg";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { fakeRelay } from "../../gate/hardware/fake-relay.ts";
import { engineSite } from "./ingest-site.ts";

// The speed itself depends on the machine: bench/ingest-limit.ts and bench/gate-latency.ts measure it. These tests count the
// statements that it depends on.
const site = await engineSite();
const { db } = site;
const relay = await fakeRelay();
const gate = await site.plateGate(relay.port);
const cars = 50;
for (let car = 0; car < cars; car += 1) await site.plate(`CAR${car}`);

let statements: string[] = [];
const watched = new WeakSet<PoolClient>();
db.pipelined.on("acquire", (client) => {
  if (watched.has(client)) return;
  watched.add(client);
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
  vi.spyOn(client, "query").mockImplementation((...sent: unknown[]) => {
    const [first] = sent as [string | { name?: string; text: string }];
    statements.push(typeof first === "string" ? first : (first.name ?? first.text));
    return query(...sent) as undefined;
  });
});

const count = (name: string) => statements.filter((statement) => statement === name).length;

/** Pushes a plate, and returns the statements of its transaction. */
async function statementsOf(plate: string): Promise<string[]> {
  statements = [];
  expect((await site.push(gate, site.plateEvent(plate))).statusCode).toBe(200);
  return statements;
}

/** Adds rules that allow the group of all cars to enter. */
async function addRules(first: number, last: number): Promise<void> {
  await sql`insert into access_groups (name) values ('Cars') on conflict do nothing`.execute(db);
  await sql`insert into identifier_groups select i.id, g.id from identifiers i, access_groups g
    on conflict do nothing`.execute(db);
  await sql`insert into access_rules (name, effect, "groupId", factors, "antiPassback", mode)
    select 'Rule ' || n, 'allow', g.id, 'any', 'none', 'enforced' from access_groups g, generate_series(${first}::integer, ${last}::integer) n`.execute(
    db,
  );
  await site.settle();
}

beforeEach(async () => {
  await sql`delete from passages`.execute(db);
});

describe("a push", () => {
  it("PERF-1 shares its transaction with pushes that arrive at the same time", async () => {
    await statementsOf("CAR0");
    expect([count("begin"), count("commit")]).toEqual([1, 1]);
    statements = [];
    const pushes = Array.from({ length: cars }, (_, car) => site.push(gate, site.plateEvent(`CAR${car}`)));
    const statuses = (await Promise.all(pushes)).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual(Array.from({ length: cars }, () => 200));
    expect(count("commit")).toBeLessThanOrEqual(cars / 5);
  });

  it("PERF-2 needs no more statements with a thousand rules than with one", async () => {
    await addRules(1, 1);
    await statementsOf("CAR1");
    const withOne = await statementsOf("CAR2");
    await addRules(2, 1_000);
    await statementsOf("CAR3");
    expect(await statementsOf("CAR4")).toEqual(withOne);
  });

  it("PERF-2 opens the barrier without a statement after the commit", async () => {
    const opened = relay.heard.length;
    const sent = await statementsOf("CAR5");
    await relay.until(opened + 1);
    expect(sent.at(-1)).toBe("commit");
    expect(relay.heard[opened]).toBe("1 on");
  });
});
