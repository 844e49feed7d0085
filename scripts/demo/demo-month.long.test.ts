import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { EventsBehind, Overview } from "../../packages/contract/src/entities/overview.ts";
import type { FigureName } from "../../packages/contract/src/entities/overview-figures.ts";
import { eventModules } from "../../packages/contract/src/events/event-module.ts";
import { codeOf } from "../../packages/contract/src/modules/registry.ts";
import { connectDatabase, type Database } from "../../packages/server/src/platform/database/database.ts";
import { findRunningPostgres } from "../../packages/server/src/platform/postgres/open-postgres.ts";
import { contractors } from "../../packages/simulator/src/plan/vehicle-plan.ts";
import { countBySql } from "./counted-by-sql.ts";
import { countReportsBySql } from "./reports-by-sql.ts";
import { type Ask, demoTimeoutMs, signIn, startDemo, waitForOutput, waitForTraffic } from "./running-demo.ts";

vi.setConfig({ testTimeout: demoTimeoutMs, hookTimeout: demoTimeoutMs });
const waiting = { timeout: demoTimeoutMs, interval: 250 };

const DATA_DIR = mkdtempSync(join(tmpdir(), "gatehouse-demo-"));
let demo: ReturnType<typeof startDemo>;
let ask: Ask;
let replayed: BackTest["result"];

/** Starts the demo without traffic and signs in. */
async function start(): Promise<void> {
  demo = startDemo({ DATA_DIR, SCENARIO: "none" });
  ask = await signIn(await waitForTraffic(demo.output));
}

beforeAll(start);
afterAll(async () => {
  await demo.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

interface BackTest {
  id: number;
  state: string;
  result: { events: number; unchanged: number; newlyDenied: number; newlyAllowed: number } | null;
}

/** Replays all stored events under the rules of the demo, from the empty site at their beginning. */
async function backTest(): Promise<BackTest["result"]> {
  const { id } = await ask<BackTest>("/access/back-tests", { days: 90, rules: await ask("/access/rules") });
  return vi.waitFor(async () => {
    const { state, result } = await ask<BackTest>(`/access/back-tests/${id}`);
    expect(state).toBe("done");
    return result;
  }, waiting);
}

interface Page {
  data: { id: number; dateTime: string; images?: { fullImage: string | null } }[];
  next: string | null;
}

/** How many rows a list has, by paging through it. */
async function countRows(path: string, query: Readonly<Record<string, string | undefined>>): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search = new URLSearchParams({ ...query, limit: "500", ...(cursor !== "" && { cursor }) } as Record<
      string,
      string
    >);
    const page: Page = await ask(`${path}?${search}`);
    count += page.data.length;
    cursor = page.next;
  }
  return count;
}

/** How many rows a report has, by paging through it. */
async function countReportRows(type: string, query: Readonly<Record<string, string>>): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ""; cursor !== null; ) {
    const search = new URLSearchParams({ ...query, limit: "500", ...(cursor !== "" && { cursor }) });
    const page: { rows: unknown[]; next: string | null } = await ask(`/reports/${type}?${search}`);
    count += page.rows.length;
    cursor = page.next;
  }
  return count;
}

const countEvents = ({ module, query }: EventsBehind) => countRows(`/events/${codeOf(module)}`, query);

describe("the month of the demo", () => {
  it("DEMO-1 is loaded, decided by the rules of the site, with pictures of the last day", async () => {
    expect(Number(await waitForOutput(demo.output, /Demo: (\d+) past events/))).toBeGreaterThan(54_000);
    const plate = contractors[0]?.plate.replaceAll(" ", "");
    const { data } = await ask<Page>(`/events/ac?search=${plate}&limit=100`);
    const late = data.find(({ dateTime }) => dateTime.slice(11, 16) === "18:07");
    expect(await ask(`/events/ac/${late?.id}/why`)).toMatchObject({
      reasonCode: "deny.schedule-closed",
      nearestFix: "Contractors are allowed until 18:00; it was 18:07",
    });
    const alerts = await ask<{ title: string; status: string }[]>("/alerts?scope=ac&resolved=true");
    expect(alerts).toContainEqual(expect.objectContaining({ title: "Barrier did not open", status: "resolved" }));
    await vi.waitFor(async () => {
      const { data: latest } = await ask<Page>("/events/ac?limit=1");
      expect(latest[0]?.images?.fullImage).toEqual(expect.any(String));
    }, waiting);
  });

  describe("on the overview and in reports", () => {
    let db: Database;
    let release: () => void;
    beforeAll(async () => {
      const running = await findRunningPostgres(join(DATA_DIR, "postgres"));
      if (!running) throw new Error("no database runs");
      db = connectDatabase(running.connection);
      release = running.release;
      // The leader pairs entries with exits in the background, and computes their fares.
      await vi.waitFor(async () => {
        expect(await db.selectFrom("stay_queue").select("eventId").execute()).toEqual([]);
        const stays = db.selectFrom("stays").select("id").where("state", "=", "complete");
        expect(await stays.where("isPriced", "=", false).execute()).toEqual([]);
      }, waiting);
    });
    afterAll(async () => {
      await db.destroy();
      release();
    });

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
    const periods: [string, () => [Date, Date]][] = [
      ["all of it", () => [daysAgo(31), daysAgo(0)]],
      ["a part that begins and ends at odd times", () => [daysAgo(12.345), daysAgo(3.456)]],
    ];

    it("DEMO-1 leaves no figure empty, except for overstays at some times of the day", async () => {
      const query = new URLSearchParams({ from: daysAgo(31).toISOString(), to: daysAgo(0).toISOString() });
      const { figures } = await ask<Overview>(`/overview?${query}`);
      const empty = figures.filter(({ name, value }) => name !== "overstays" && !value);
      expect(empty.map(({ name }) => name)).toEqual([]);
    });

    it.each(periods)(
      "REP-2 REP-3 REP-4 has reports whose rows and totals equal what SQL counts: %s",
      async (_, toPeriod) => {
        const [from, to] = toPeriod();
        const query = { from: from.toISOString(), to: to.toISOString() };
        const counted = await countReportsBySql(db, from, to);
        const reported = [];
        for (const [type, values] of counted) {
          const path = `/reports/${type}/totals?${new URLSearchParams(query)}`;
          const { count, totals } = await ask<{ count: number; totals: { key: string; value: number }[] }>(path);
          const found = new Map([["count", count], ...totals.map(({ key, value }) => [key, value] as const)]);
          const rows = await countReportRows(type, query);
          reported.push([type, Object.fromEntries(Object.keys(values).map((key) => [key, found.get(key)])), rows]);
        }
        expect(reported).toEqual(counted.map(([type, values]) => [type, values, values.count]));
      },
    );

    it.each(periods)("OPS-1 OPS-2 has figures that equal the events they open: %s", async (_, toPeriod) => {
      const [from, to] = toPeriod();
      const times = { from: from.toISOString(), to: to.toISOString() };
      const { figures, openings } = await ask<Overview>(`/overview?${new URLSearchParams(times)}`);
      const figure = (name: FigureName) => {
        const found = figures.find((one) => one.name === name);
        if (!found) throw new Error(`no figure ${name}`);
        return found;
      };
      const counted = await countBySql(db, from, to);

      // Every list has as many events as the overview says.
      const lists = new Map(figures.flatMap(({ events }) => events.map((list) => [JSON.stringify(list), list])));
      const opened = [];
      for (const list of lists.values()) opened.push({ ...list, count: await countEvents(list) });
      expect(opened).toEqual([...lists.values()]);
      const manual = await countRows("/overview/openings", times);

      // Every value follows from its lists.
      const inLists = ({ events }: Pick<Overview["figures"][number], "events">, name?: string) =>
        events
          .filter(({ query }) => name === undefined || query.figure === name)
          .reduce((sum, { count }) => sum + count, 0);
      const counts = figures.filter(({ unit, name }) => unit === "count" && name !== "manualOpenings");
      expect(counts.map(({ name, value }) => [name, value])).toEqual(counts.map((one) => [one.name, inLists(one)]));
      const shares = figures.filter(({ unit }) => unit === "share");
      expect(shares.map(({ value, part }) => [value, part])).toEqual(
        shares.map(({ events, part, whole }) => [
          (part ?? 0) / (whole ?? 0),
          inLists({ events }, events[0]?.query.figure),
        ]),
      );
      expect([figure("manualOpenings").value, openings.reduce((sum, { count }) => sum + count, 0)]).toEqual([
        manual,
        manual,
      ]);

      // Every value equals what SQL counts in the events alone.
      const days = (to.getTime() - from.getTime()) / 86_400_000;
      const spaces = (await ask<{ capacity: number | null; parentId: number | null }[]>("/access/areas"))
        .filter(({ parentId }) => parentId === null)
        .reduce((sum, { capacity }) => sum + (capacity ?? 0), 0);
      const near = (value: number) => expect.toSatisfy((given: number) => Math.abs(given / value - 1) < 0.03);
      expect(Object.fromEntries(figures.map(({ name, value }) => [name, value]))).toEqual({
        entries: counted.entries,
        exits: counted.exits,
        peak: counted.peak,
        turnover: expect.closeTo(counted.stays / spaces / days, 6),
        dwellMedian: near(counted.dwellMedian),
        dwellP90: near(counted.dwellP90),
        overstays: counted.overstays,
        unpairedEntries: counted.unpairedEntries,
        unpairedExits: counted.unpairedExits,
        deniedShare: counted.denied / (counted.denied + counted.granted),
        falseDenials: counted.falseDenials,
        manualOpenings: counted.manualOpenings,
        barrierFailures: counted.barrierFailures,
        readRate: counted.readsAtLoops / counted.loopCounts,
        uncertainReads: counted.uncertainReads / counted.reads,
      });
    });
  });

  it("DEMO-1 is decided the same way again", async () => {
    replayed = await backTest();
    expect(replayed).toMatchObject({ newlyDenied: 0, newlyAllowed: 0 });
    expect(replayed?.unchanged).toBeGreaterThan(15_000);
  });
});

describe("a scenario of the demo", () => {
  const press = async (path: string, fields: Record<string, string | number>) => {
    const control = await waitForOutput(demo.output, /control it at (\S+)/);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${control}${path}`, { method: "POST", headers, body: JSON.stringify(fields) });
    expect(response.status).toBe(200);
  };
  const listAlerts = async (): Promise<{ type: string; lastSeenAt: string }[]> =>
    (
      await Promise.all(["ac", "cc", "epld"].map((scope) => ask<never[]>(`/alerts?scope=${scope}&resolved=false`)))
    ).flat();
  beforeAll(() => press("/speed", { speed: 20 }));

  it("DEMO-2 quiet-night has new events of every module", async () => {
    const since = new Date().toISOString();
    await press("/scenario/start", { scenario: "quiet-night" });
    await vi.waitFor(async () => {
      const latest = await Promise.all(
        eventModules.map(async (module) => {
          const { data } = await ask<Page>(`/events/${codeOf(module)}?limit=1&from=${since}`);
          return data.length;
        }),
      );
      expect(latest).toEqual(eventModules.map(() => 1));
    }, waiting);
  });

  // Before the areas are full.
  it("DEMO-2 morning-rush fills the figures of today", async () => {
    const since = new Date();
    await press("/scenario/start", { scenario: "morning-rush" });
    await vi.waitFor(async () => {
      const query = new URLSearchParams({ from: since.toISOString(), to: new Date(Date.now() + 60_000).toISOString() });
      const { figures } = await ask<Overview>(`/overview?${query}`);
      // A barrier takes its real time, however fast the simulation is. A full site has exits first.
      const passages = figures.filter(({ name }) => name === "entries" || name === "exits");
      expect(passages.reduce((sum, { value }) => sum + (value ?? 0), 0)).toBeGreaterThan(2);
    }, waiting);
  });

  it.each([
    ["stuck-loop", "LOOP_STUCK"],
    ["renamed-slot", "EPLD_NEW_SLOT"],
    ["mygate-down", "AC_MYGATE_NOTIFY_API_FAILED"],
    ["broken-barrier", "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED"],
    ["slow-database", "OPENINGS_SLOW"],
    ["event-day", "AREA_FULL"],
  ])("DEMO-2 %s raises its alert", async (scenario, type) => {
    await press("/scenario/start", { scenario });
    await vi.waitFor(async () => expect((await listAlerts()).map((alert) => alert.type)).toContain(type), waiting);
  });
});

describe("a restart of the demo", () => {
  it("DEMO-1 loads nothing", async () => {
    await demo.stop();
    await start();
    expect(demo.output()).not.toContain("past events");
    const events = (await backTest())?.events ?? 0;
    expect(events).toBeGreaterThanOrEqual(replayed?.events ?? 0);
    expect(events).toBeLessThan(1.5 * (replayed?.events ?? 0));
  });
});
