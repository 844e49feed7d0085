import type { Dashboard, Gauge, Variable } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { moveVariables } from "../../../src/intake/variable-movements.ts";
import { samples } from "../../gate/site/samples.ts";
import { testServer } from "../../test-server.ts";
import { siteOf, sum } from "./site.ts";

const server = await testServer();
const { db } = server.services;
const site = siteOf(server);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const load = async () => (await server.call<Dashboard>("GET /variables/dashboard")).body;
const map = async ({ id }: Variable, displayName: string, maxValue = 100) => {
  const response = await server.call("POST /variables/{id}/dashboard-mapping", {
    params: { id },
    body: { displayName, maxValue },
  });
  expect(response.status).toBe(200);
};

// Before the first call, because sessions end: it is 08:00 of a day in UTC.
const from = new Date((Math.floor(server.clock.now().getTime() / (24 * hourMs)) + 1) * 24 * hourMs);
server.clock.advance(from.getTime() + 8 * hourMs - server.clock.now().getTime());

let readers = 0;
/** A reader with its base variable. */
async function reader(gtp: "N" | "X" = "N"): Promise<Variable> {
  readers += 1;
  const name = `Reader ${readers}`;
  await server.call("POST /sensors", {
    body: samples.reader({ name, additionalInfo: { ip: "127.0.0.1", drv: "llrp", gtp } }),
  });
  return site.named("rfid-ac", `${name} ${gtp === "N" ? "Entry" : "Exit"}`);
}

const count = ({ id: variableId }: Variable, delta: number, at = server.clock.now()) =>
  db.transaction().execute((tx) => moveVariables(tx, [{ kind: "event", variableId, delta, at }]));

const only = ({ gauges }: Dashboard): Gauge => {
  expect(gauges).toHaveLength(1);
  return gauges[0] as Gauge;
};
const values = ({ points }: Gauge) => points.map(({ value }) => value);

beforeEach(async () => {
  await sql`update variables set "displayName" = null, "maxValue" = null`.execute(db);
  await sql`update configs set value = '"UTC"' where key = 'timeZone'`.execute(db);
});

describe("the dashboard", () => {
  it("REP-8 is empty while nothing is mapped", async () => {
    expect((await load()).gauges).toEqual([]);
  });

  it("REP-8 shows a mapped variable with its display name, maximum and value, and its changes of today", async () => {
    const [entries, exits] = [await reader("N"), await reader("X")];
    const inside = await site.add({
      type: "dynamic",
      name: "Cars inside",
      scope: "rfid-ac",
      value: sum(entries.id, -exits.id),
    });
    await map(inside, "Inside", 50);
    await count(entries, 30, new Date(from.getTime() - hourMs));
    const [entered, left] = [new Date(from.getTime() + 7 * hourMs), new Date(from.getTime() + 7.5 * hourMs)];
    await count(entries, 5, entered);
    await count(exits, 12, left);
    const shown = await load();
    expect(shown).toMatchObject({
      from: from.toISOString(),
      now: expect.stringContaining(from.toISOString().slice(0, 11)),
      to: new Date(from.getTime() + 24 * hourMs).toISOString(),
    });
    expect(only(shown)).toEqual({
      id: inside.id,
      name: "Cars inside",
      displayName: "Inside",
      maxValue: 50,
      value: 23,
      lowest: 23,
      highest: 35,
      points: [
        { at: from.toISOString(), value: 30 },
        { at: entered.toISOString(), value: 35 },
        { at: left.toISOString(), value: 23 },
      ],
    });
  });

  it("REP-8 includes corrections", async () => {
    const entries = await reader();
    await map(entries, "Entries");
    await count(entries, 3);
    server.clock.advance(6 * minuteMs);
    await server.call("POST /variables/{id}/corrections", {
      params: { id: entries.id },
      body: { value: 10, reason: "Counted" },
    });
    expect(values(only(await load()))).toEqual([0, 3, 10]);
  });

  it("REP-8 has at most one point per five minutes, with the last value, and keeps the extremes", async () => {
    const entries = await reader();
    await map(entries, "Entries");
    for (const [minute, delta] of [4, 4, -7].entries())
      await count(entries, delta, new Date(from.getTime() + hourMs + minute * minuteMs));
    const gauge = only(await load());
    expect(values(gauge)).toEqual([0, 1]);
    expect([gauge.lowest, gauge.highest]).toEqual([0, 8]);
  });

  it("REP-8 starts a new day with the last value, at midnight of the site's time zone", async () => {
    const entries = await reader();
    await map(entries, "Entries");
    await count(entries, 6, new Date(from.getTime() - 1));
    expect(values(only(await load()))).toEqual([6]);
    // In Kolkata the day began at 18:30 UTC.
    await sql`update configs set value = '"Asia/Kolkata"' where key = 'timeZone'`.execute(db);
    const inKolkata = await load();
    expect([inKolkata.from.slice(11), inKolkata.to.slice(11)]).toEqual(["18:30:00.000Z", "18:30:00.000Z"]);
    expect(values(only(inKolkata))).toEqual([0, 6]);
  });

  it("REP-8 lists gauges by display name, also one without a maximum", async () => {
    const [first, second] = [await reader(), await reader()];
    await map(first, "b");
    await map(second, "A");
    await sql`update variables set "maxValue" = null where id = ${second.id}`.execute(db);
    const { gauges } = await load();
    expect(gauges.map(({ displayName, maxValue }) => [displayName, maxValue])).toEqual([
      ["A", null],
      ["b", 100],
    ]);
  });

  it("REP-8 leaves out a variable whose mapping was removed", async () => {
    const entries = await reader();
    await map(entries, "Entries");
    await server.call("POST /variables/{id}/remove-dashboard-mapping", { params: { id: entries.id } });
    expect((await load()).gauges).toEqual([]);
  });
});
