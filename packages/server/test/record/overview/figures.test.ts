import type { Series } from "@gatehouse/contract/entities/overview";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { addUpCounts, followStays } from "../../../src/record/overview/overview-jobs.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { createPeople } from "../../people/users/people.ts";
import { overviewOf, storeTraffic } from "./past-site.ts";

const site = await engineSite();
const { server, db } = site;
const { services } = server;
await site.configure("timeZone", "Asia/Kolkata");

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const now = server.clock.now().getTime();
/** The midnight of ten days ago at the site. */
const start = new Date(Math.floor((now + 5.5 * hourMs) / dayMs) * dayMs - 5.5 * hourMs - 10 * dayMs);
const at = (ms: number) => new Date(start.getTime() + ms);

const gate = async (name: string, type: "N" | "X") =>
  (await site.create("POST /gates", samples.gate({ name, type }))).id;
const gateIds = {
  N: [await gate("In 1", "N"), await gate("In 2", "N")],
  X: [await gate("Out 1", "X")],
};
const { traffic } = await storeTraffic(site, gateIds, { seed: 17, start, days: 9, passagesPerDay: 60 });
const overview = overviewOf(site);

/** Pairs all stays. */
async function pairStays(): Promise<void> {
  while (await followStays(services));
}

/** Adds all counts up. */
async function addUp(): Promise<void> {
  while (await addUpCounts(services));
}

const periods: [string, Date, Date][] = [
  ["everything", at(-dayMs), at(12 * dayMs)],
  ["a whole day", at(2 * dayMs), at(3 * dayMs)],
  ["whole hours", at(2 * dayMs + 7 * hourMs), at(2 * dayMs + 19 * hourMs)],
  ["a few minutes", at(3 * dayMs + 18.1 * hourMs), at(3 * dayMs + 18.4 * hourMs)],
  ["days that begin and end at odd times", at(1.37 * dayMs + 1), at(6.81 * dayMs + 777)],
  ["a quiet night", at(4 * dayMs + 2 * hourMs), at(4 * dayMs + 3 * hourMs)],
];

/** Counts the passages of the traffic itself, without repeated reads. */
function countPassages(direction: "N" | "X", from: Date, to: Date): number {
  const unknown = new Set(traffic.vehicles.filter(({ kind }) => kind === "unknown").map(({ plate }) => plate));
  const seen = new Map<string, number>();
  return traffic.passages.filter((passage) => {
    const key = `${passage.plate} ${passage.direction}`;
    const before = seen.get(key) ?? 0;
    const isRepeated = passage.at.getTime() - before < 10_000;
    if (!isRepeated) seen.set(key, passage.at.getTime());
    return (
      !isRepeated &&
      !unknown.has(passage.plate) &&
      passage.direction === direction &&
      passage.at >= from &&
      passage.at < to
    );
  }).length;
}

const stages: [string, () => Promise<unknown>][] = [
  ["before anything is added up", async () => {}],
  ["after the stays were paired", pairStays],
  ["after the last week was added up", () => addUpCounts(services)],
  ["after everything was added up", addUp],
  [
    "after further stays and events",
    async () => {
      await sql`update events set "isGranted" = false, status = 'RECEIVED' where id in (
      select id from events where "isGranted" and "passageOf" is null order by id limit 5)`.execute(db);
    },
  ],
  ["after those were added up", addUp],
  [
    "after the time zone changed",
    async () => {
      await site.configure("timeZone", "Europe/Berlin");
      await addUpCounts(services);
    },
  ],
  ["after everything was added up again", addUp],
];

describe("figures", () => {
  it.each(periods)("OPS-1 count the vehicles of %s once", async (_, from, to) => {
    const { figures } = await overview.load(from, to);
    const valueIn = (name: string) => figures.find((figure) => figure.name === name)?.value;
    expect([valueIn("entries"), valueIn("exits")]).toEqual([
      countPassages("N", from, to),
      countPassages("X", from, to),
    ]);
  });

  // The stages follow each other.
  it.each(stages)("OPS-2 equal the events that they open, for any period, %s", async (_, prepare) => {
    await prepare();
    const compared = [];
    for (const [period, from, to] of periods)
      for (const list of await overview.compare(await overview.load(from, to))) compared.push({ period, ...list });
    expect(compared.map(({ opened, ...list }) => ({ ...list, count: opened }))).toEqual(
      compared.map(({ opened: _opened, ...list }) => list),
    );
    expect(compared.filter(({ count }) => count > 0).length).toBeGreaterThan(10);
  });

  it("OPS-1 have the dwell times of the completed stays", async () => {
    const marks = await db.selectFrom("event_marks").select("minutes").where("figure", "=", "stays").execute();
    const minutes = marks.map((mark) => mark.minutes ?? 0).sort((one, other) => one - other);
    const within = (share: number) => minutes[Math.ceil(minutes.length * share) - 1] ?? 0;
    const [, from, to] = periods[0] ?? ["", at(0), at(0)];
    const { figures } = await overview.load(from, to);
    const valueIn = (name: string) => figures.find((figure) => figure.name === name)?.value ?? 0;
    expect(minutes.length).toBeGreaterThan(100);
    expect(valueIn("dwellMedian") / within(0.5)).toBeCloseTo(1, 1);
    expect(valueIn("dwellP90") / within(0.9)).toBeCloseTo(1, 1);
  });

  it("OPS-1 name the busiest 60 minutes", async () => {
    const peak = await overview.figure(at(2 * dayMs), at(3 * dayMs), "peak");
    const counts = await sql<{ n: number }>`
      select count(*)::integer as n from events e, generate_series(${at(2 * dayMs)}::timestamptz, ${at(3 * dayMs)}::timestamptz,
        interval '15 minutes') q
      where e."isGranted" and e."passageOf" is null and e."occurredAt" >= q and e."occurredAt" < q + interval '1 hour'
        and e."occurredAt" < ${at(3 * dayMs)}
      group by q order by 1 desc limit 1`.execute(db);
    expect(peak).toMatchObject({ value: counts.rows[0]?.n });
    expect(Date.parse(peak?.to ?? "") - Date.parse(peak?.from ?? "")).toBe(hourMs);
  });
});

const series = async (query: Record<string, unknown>, token?: string) =>
  server.call<Series>("GET /overview/series", { query }, token);

describe("a series", () => {
  const [from, to] = [at(0), at(9 * dayMs)].map((time) => time.toISOString());

  it.each([
    ["hour", 24 * 9],
    ["day", 10],
  ])("OPS-1 per %s has a point for each step and the sum of the figure", async (step, points) => {
    const { body } = await series({ name: "entries", from, to, step });
    const figure = await overview.figure(at(0), at(9 * dayMs), "entries");
    expect(body.points.length).toBeGreaterThanOrEqual(points - 1);
    expect(body.points.length).toBeLessThanOrEqual(points + 1);
    expect(body.points.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBe(figure?.value);
  });

  it("OPS-1 OPS-2 by weekday and hour of the site equals the events of that hour", async () => {
    await site.configure("timeZone", "Asia/Kolkata");
    await addUp();
    const { body } = await series({ name: "entries", from, to, step: "hour" });
    const weekHourOf = (moment: string) => {
      const local = new Date(Date.parse(moment) + 5.5 * hourMs);
      return `${local.getUTCDay() || 7}-${local.getUTCHours()}`;
    };
    const byHour = Map.groupBy(body.points, ({ at: moment }) => weekHourOf(moment));
    const sums = [...byHour].map(([weekHour, points]) => ({
      weekHour,
      count: points.reduce((sum, { value }) => sum + (value ?? 0), 0),
    }));
    const [busiest] = sums.toSorted((one, other) => other.count - one.count);
    const query = { figure: "entries", from, to, weekHour: busiest?.weekHour };
    const counts = await Promise.all(
      ["anpr-ac", "rfid-ac"].map((module) =>
        server.call<{ count: number }>("GET /events/{module}/count", { params: { module }, query }),
      ),
    );
    expect(busiest?.count).toBeGreaterThan(1);
    expect(counts.reduce((sum, response) => sum + response.body.count, 0)).toBe(busiest?.count);
    const faulty = { ...query, weekHour: "8-24" };
    expect(
      await server.call("GET /events/{module}/count", { params: { module: "anpr-ac" }, query: faulty }),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ path: "weekHour" }] },
    });
  });

  it("OPS-1 has no value in the future", async () => {
    const later = new Date(now + 3 * hourMs).toISOString();
    const { body } = await series({ name: "exits", from: new Date(now).toISOString(), to: later, step: "hour" });
    expect(body.points.at(-1)).toMatchObject({ value: null });
  });

  it.each([
    ["an end before its start", { name: "entries", from: to, to: from }, "to"],
    ["a year of hours", { name: "entries", from, to: "2030-01-01T00:00:00Z", step: "hour" }, "to"],
    ["an unknown name", { name: "cars", from, to }, "name"],
    ["an occupancy without an area", { name: "occupancy", from, to }, "area"],
    ["an unknown step", { name: "exits", from, to, step: "minute" }, "step"],
  ])("OPS-1 refuses %s at its field", async (_, query, path) => {
    expect(await series(query)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });
});

describe("a person who is limited to a gate", () => {
  it("ROLE-3 OPS-2 sees the figures of that gate, which equal its events", async () => {
    const [ownGate = 0] = gateIds.N;
    const limited = await createPeople(server).signIn({ role: "manager", gateIds: [ownGate] });
    const own = overviewOf(site, limited.token);
    const compared = await own.compare(await own.load(at(0.4 * dayMs), at(8.3 * dayMs)));
    expect(compared.map(({ opened }) => opened)).toEqual(compared.map(({ count }) => count));
    const all = await overview.figure(at(0), at(9 * dayMs), "entries");
    const mine = await own.figure(at(0), at(9 * dayMs), "entries");
    expect(mine?.value).toBeGreaterThan(0);
    expect(mine?.value).toBeLessThan(all?.value ?? 0);
    const query = { name: "exits", from: at(0).toISOString(), to: at(9 * dayMs).toISOString(), step: "day" };
    const { body } = await series(query, limited.token);
    expect(new Set(body.points.map(({ value }) => value))).toEqual(new Set([0]));
  });
});

describe("the counts of a month", () => {
  it("OPS-2 are dropped with its events", async () => {
    await addUp();
    const [, from, to] = periods[0] ?? ["", at(0), at(0)];
    await sql`select drop_overview_before(${at(5 * dayMs)})`.execute(db);
    await sql`delete from events where "occurredAt" < ${at(5 * dayMs)}`.execute(db);
    const before = await overview.compare(await overview.load(from, to));
    expect(before.map(({ opened }) => opened)).toEqual(before.map(({ count }) => count));
    await addUp();
    const after = await overview.compare(await overview.load(from, to));
    expect(after).toEqual(before);
  });
});
