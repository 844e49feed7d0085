import { fareOf } from "@gatehouse/contract/fares/fare";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { priceStays } from "../../../src/access/fares/price-stays.ts";
import { followStays } from "../../../src/record/overview/overview-jobs.ts";
import type { ReportRow } from "../../../src/record/reports/report-source.ts";
import { createPeople } from "../../people/users/people.ts";
import { storeTraffic } from "../../record/overview/past-site.ts";
import { reportSite } from "../../record/reports/report-site.ts";

const timeZone = "Asia/Kolkata";
const site = await reportSite(timeZone);
const { server, db } = site;
const dayMs = 86_400_000;
const from = new Date("2024-06-03T00:00:00+05:30");
const to = new Date(from.getTime() + 12 * dayMs);
const period = { from: from.toISOString(), to: to.toISOString() };

const gateOf = async (name: string, type: "N" | "X") =>
  (await db.insertInto("gates").values({ name, type }).returning("id").executeTakeFirstOrThrow()).id;
const gates = {
  N: [await gateOf("Entry 1", "N"), await gateOf("Entry 2", "N")],
  X: [await gateOf("Exit 1", "X"), await gateOf("Exit 2", "X")],
};
const rates = {
  freeMinutes: 20,
  steps: [
    { fromMinute: 0, periodMinutes: 60, price: 3_000 },
    { fromMinute: 120, periodMinutes: 30, price: 1_000 },
  ],
  dailyCap: 20_000,
  night: { from: "22:00", to: "06:00", periodMinutes: 60, price: 500 },
};
const days = { week: [1, 2, 3, 4, 5], end: [6, 7] };
for (const [name, on] of Object.entries(days)) {
  const body = { name, validFrom: "2024-01-01", days: on, rates };
  expect((await server.call("POST /tariffs", { body })).status).toBe(201);
}
await storeTraffic({ db }, gates, { seed: 18, start: from, days: 12, passagesPerDay: 250 });
while (await followStays(server.services));
while (await priceStays(server.services));
// Every 7th fare is discounted, every 11th waived; half of the exits of one gate belong to a shift that was handed over.
await sql`
  insert into stay_reductions ("exitEventId", "leftAt", kind, amount, reason, by, at)
  select "exitEventId", "leftAt", 'discount', 150, 'Shop', 'admin', "leftAt" from stays where gross > 0 and id % 7 = 0
  union all
  select "exitEventId", "leftAt", 'waiver', null, 'Fault', 'guard', "leftAt" from stays where gross > 0 and id % 11 = 0`.execute(
  db,
);
await db
  .insertInto("station_handovers")
  .values({ gateId: gates.X[0] ?? 0, by: "guard", at: new Date(from.getTime() + 3 * dayMs), summary: "{}" })
  .execute();

/** The pairs of entries and exits, found by the events alone. */
const pairs = sql`
  with passages as (
    select id, "plateNormalized" as vehicle, "occurredAt" as at, direction, "gateId",
      lag(direction) over w as before, lag("occurredAt") over w as "enteredAt", lead(direction) over w as after
    from events where "isGranted" and "passageOf" is null and direction is not null
    window w as (partition by "plateNormalized" order by "occurredAt", id)
  )
  select *, direction = 'X' and before = 'N' and at - "enteredAt" <= interval '7 days' as paired from passages`;

const sum = (rows: readonly ReportRow[], key: string) => rows.reduce((total, row) => total + Number(row[key] ?? 0), 0);
const rows = await site.rows("FARE", period);
const complete = rows.filter(({ kind }) => kind === "Complete");
const totals = await site.totals("FARE", period);
const money = ["gross", "discount", "waived", "net"] as const;

describe("the Fare Report", () => {
  it("REP-4 REP-2 has every stay of the period, as an independent statement counts them", async () => {
    const { rows: counted } = await sql<{ stays: number; exits: number; seconds: number }>`
      select count(*) filter (where paired) as stays,
        count(*) filter (where direction = 'X' and not paired is true) as exits,
        sum(extract(epoch from at - "enteredAt")) filter (where paired) as seconds
      from (${pairs}) p where at >= ${from} and at < ${to}`.execute(db);
    expect(complete.length).toBeGreaterThan(500);
    expect(totals.values).toMatchObject({ stays: counted[0]?.stays, unpairedExits: counted[0]?.exits });
    expect(complete).toHaveLength(counted[0]?.stays ?? 0);
    expect(Math.abs(sum(complete, "duration") - (counted[0]?.seconds ?? 0))).toBeLessThan(complete.length);
  });

  it("REP-4 shows durations that are the difference of the shown times", () => {
    const secondsOf = (time: unknown) => Date.parse(String(time).replace(/\.\d+/, "")) / 1_000;
    for (const { entry, exit, duration } of complete) expect(duration).toBe(secondsOf(exit) - secondsOf(entry));
  });

  it("REP-4 lists entries without an exit after the stays", async () => {
    const { rows: counted } = await sql<{ n: number }>`
      select count(*) as n from (${pairs}) p
      where direction = 'N' and after is distinct from 'X' and at >= ${from} and at < ${to}`.execute(db);
    expect(totals.values.unpairedEntries).toBe(counted[0]?.n);
    expect(rows.filter(({ kind }) => kind === "Exit missing")).toHaveLength(counted[0]?.n ?? 0);
    const kinds = rows.map(({ kind }) => kind !== "Complete");
    expect(kinds).toEqual(kinds.toSorted((one, other) => Number(one) - Number(other)));
  });

  it("REP-4 charges each stay by its times alone", () => {
    for (const row of complete) {
      const fare = fareOf(rates, new Date(String(row.entry)), new Date(String(row.exit)), timeZone);
      expect(row.gross).toBe(fare.amount);
      expect(row.net).toBe(Number(row.gross) - Number(row.discount) - Number(row.waived));
      const weekday = new Date(`${String(row.entry).slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
      expect([row.tariff, row.tariffVersion]).toEqual([weekday > 5 ? "end" : "week", 1]);
    }
  });

  it("REP-4 REP-2 totals equal the sums of events and reductions", async () => {
    const { rows: counted } = await sql<{ discount: number; waived: number; net: number }>`
      select sum(least(coalesce(d.amount, 0), s.gross)) as discount,
        sum(s.gross - least(coalesce(d.amount, 0), s.gross)) filter (where w.id is not null) as waived,
        sum(s.gross - least(coalesce(d.amount, 0), s.gross)) filter (where w.id is null) as net
      from stays s left join stay_reductions d on d."exitEventId" = s."exitEventId" and d.kind = 'discount'
      left join stay_reductions w on w."exitEventId" = s."exitEventId" and w.kind = 'waiver'
      where s.at >= ${from} and s.at < ${to}`.execute(db);
    expect(totals.values).toMatchObject({ ...counted[0] });
    expect(counted[0]?.net).toBeGreaterThan(0);
    for (const key of money) expect(totals.values[key]).toBe(sum(complete, key));
    expect(sum(complete, "discount")).toBeGreaterThan(0);
    expect(complete.find(({ waived }) => Number(waived) > 0)).toMatchObject({
      reason: expect.stringContaining("Fault"),
    });
  });

  it.each(["tariff", "shift"])("REP-4 totals per %s add up to the whole", (prefix) => {
    const parts = totals.totals.filter(({ key }) => key.startsWith(`${prefix}:`));
    for (const name of [...money, "stays"]) {
      const values = parts.filter(({ key }) => key.endsWith(`:${name}`)).map(({ value }) => Number(value));
      expect(values.reduce((total, value) => total + value, 0)).toBe(totals.values[name]);
    }
  });

  it("REP-4 a shift starts with a handover at the gate within a day, else at the configured times", () => {
    const handover = zonedText(new Date(from.getTime() + 3 * dayMs), timeZone)
      .slice(0, 16)
      .replace("T", " ");
    const names = new Set(complete.map(({ shift }) => String(shift)));
    expect(names).toContain(`guard, from ${handover}`);
    const own = complete.filter(({ shift }) => shift === `guard, from ${handover}`);
    expect(new Set(own.map(({ exitGate }) => exitGate))).toEqual(new Set(["Exit 1"]));
    for (const { shift, exit } of complete.filter(({ shift: name }) => String(name).startsWith("From "))) {
      const hour = Number(String(exit).slice(11, 13));
      const start = hour >= 6 && hour < 18 ? "06:00" : "18:00";
      expect(String(shift).slice(-5)).toBe(start);
    }
    const group = totals.totals.find(({ group: name }) => name === `Shift: guard, from ${handover}, Exit 1`);
    expect(
      totals.totals.some(({ key, value }) => key === group?.key.replace(/[a-z]+$/, "stays") && value === own.length),
    ).toBe(true);
  });

  it("REP-4 REP-5 pages, streams and filters the same rows", async () => {
    expect(await site.rows("FARE", period, 97)).toEqual(rows);
    expect(await site.streamed("FARE", period.from, period.to)).toEqual(rows);
    expect(totals.count).toBe(rows.length);
    const atGate = await site.rows("FARE", { ...period, gateId: gates.X[1] });
    expect(atGate).toEqual(rows.filter(({ exit, exitGate }) => exit !== null && exitGate === "Exit 2"));
    expect(await site.rows("FARE", { ...period, vehicleType: "TRUCK" })).toEqual([]);
    expect(await site.rows("FARE", { ...period, person: "Nobody" })).toEqual([]);
    expect(await site.rows("FARE", { ...period, groupId: 1 })).toEqual([]);
  });

  it("ROLE-3 REP-4 shows people who are limited to gates the stays of these", async () => {
    const guard = await createPeople(server).signIn({ role: "manager", gateIds: [gates.X[0]] });
    const own = await site.rows("FARE", period, 500, guard.token);
    expect(own).toEqual(rows.filter(({ exitGate }) => exitGate === "Exit 1"));
    const { values } = await site.totals("FARE", period, guard.token);
    expect(values.net).toBe(sum(own, "net"));
  });
});
