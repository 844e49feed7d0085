import type { Series } from "@gatehouse/contract/entities/overview";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { addUpCounts } from "../../../src/record/overview/overview-jobs.ts";
import { samples } from "../../gate/site/samples.ts";
import { engineSite } from "../../intake/ingest/ingest-site.ts";
import { storeTraffic } from "./past-site.ts";

// The speed itself depends on the machine: bench/overview.ts measures it. This test shows what it depends on.
const site = await engineSite();
const { server, db } = site;
const dayMs = 86_400_000;
const days = 365;
const today = Math.floor(server.clock.now().getTime() / dayMs) * dayMs;
const start = new Date(today - days * dayMs);

it("PERF-3 a chart of a year is read from one count for each day, without the events", async () => {
  const { id: entry } = await site.create("POST /gates", samples.gate({ type: "N" }));
  await sql`select ensure_event_partitions(month) from generate_series(${start}::timestamptz, now(), interval '1 month') month`.execute(
    db,
  );
  await storeTraffic(site, { N: [entry], X: [] }, { seed: 3, start, days, passagesPerDay: 6 });
  while (await addUpCounts(server.services));
  const query = { name: "entries", step: "day", from: start.toISOString(), to: new Date(today).toISOString() };
  const load = async () => (await server.call<Series>("GET /overview/series", { query })).body.points;
  const points = await load();
  expect(points).toHaveLength(days);
  expect(points.filter(({ value }) => Number(value) > 0).length).toBeGreaterThan(days / 2);

  await db.transaction().execute(async (tx) => {
    await sql`alter table events disable trigger user`.execute(tx);
    await sql`delete from events`.execute(tx);
    await sql`alter table events enable trigger user`.execute(tx);
  });
  expect(await load()).toEqual(points);
  const { rows } = await sql<{ count: number }>`
    select count(*) from overview_counts where step = 'day' and figure = 'entries' and "gateId" = -1`.execute(db);
  expect(rows[0]?.count).toBeLessThanOrEqual(days);
});
