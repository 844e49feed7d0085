import { everyModule } from "@gatehouse/contract/modules/visible-menu";
import { emptyAccess } from "@gatehouse/engine/decision/access-state";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import {
  applyOutcome,
  emptyContext,
  identifierKey,
  type RunningContext,
} from "@gatehouse/engine/decision/decision-context";
import { hypotheticalRead } from "@gatehouse/engine/decision/hypothetical-read";
import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import type { Site } from "@gatehouse/engine/site/site";
import { sql } from "kysely";
import type { Database } from "../packages/server/src/platform/database/database.ts";
import type { SiteCache } from "../packages/server/src/site/site-cache.ts";
import type { PastTraffic } from "../packages/simulator/src/history/past-traffic.ts";

const rowsPerInsert = 2_000;

/** Registers the vehicles of past traffic by group, and stores its events as the engine decides them at their time. */
export async function storePastTraffic(
  db: Database,
  siteCache: SiteCache,
  { vehicles, passages }: PastTraffic,
  gateIds: { N: readonly number[]; X: readonly number[] },
): Promise<number> {
  const registered = vehicles.filter(({ kind }) => kind !== "unknown");
  await sql`
    insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
    select 'ADMIN', 'LICENSE_PLATE', plate, plate, 'CAR' from unnest(${registered.map(({ plate }) => plate)}::text[]) plate`.execute(
    db,
  );
  await sql`insert into access_groups (name) select unnest(array['resident', 'staff', 'contractor', 'visitor'])`.execute(
    db,
  );
  await sql`
    insert into identifier_groups ("identifierId", "groupId")
    select i.id, g.id from unnest(${registered.map(({ plate }) => plate)}::text[], ${registered.map(({ kind }) => kind)}::text[]) v(plate, kind)
    join identifiers i on i.iid = v.plate join access_groups g on g.name = v.kind`.execute(db);
  const [{ start = new Date(0) } = {}] = passages.slice(0, 1).map(({ at }) => ({ start: at }));
  await sql`update identifier_group_changes set at = ${start}`.execute(db);
  await sql`update policy_versions set at = ${start}`.execute(db);
  await sql`select ensure_event_partitions(m) from generate_series(${start}::timestamptz, now(), interval '1 month') m`.execute(
    db,
  );
  siteCache.drop();
  const site = await siteCache.now();
  const context = await loadContext(db, site);
  let rows: object[] = [];
  for (const [place, { plate, direction, gate, at }] of passages.entries()) {
    const gateId = gateIds[direction][gate] ?? 0;
    const event = { ...hypotheticalRead({ type: "LICENSE_PLATE", read: plate, gateId, at }), id: place + 1 };
    const outcome = decideEvent({ ...site, modules: everyModule(true) }, context, event);
    applyOutcome(context, outcome);
    rows.push(toRow(outcome.event));
    if (rows.length < rowsPerInsert && place < passages.length - 1) continue;
    await insertRows(db, rows);
    rows = [];
  }
  await sql`vacuum analyze`.execute(db);
  return passages.length;
}

async function loadContext(db: Database, { policy }: Pick<Site, "policy">): Promise<RunningContext> {
  const { rows } = await sql<{ id: number; iid: string; groupIds: number[] }>`
    select id, iid, "groupIds" from identifier_records`.execute(db);
  const known = rows.map(({ id, iid, groupIds }) => ({
    id,
    name: iid,
    source: "Admin",
    vehicle: iid,
    vehicleType: "CAR",
    validFrom: null,
    validTo: null,
    groupIds,
    type: "LICENSE_PLATE" as const,
    normalized: iid,
    origin: "ADMIN",
    externalId: null,
  }));
  return {
    ...emptyContext(),
    identifiers: new Map(known.map((one) => [identifierKey(one.type, one.normalized), [one]])),
    ...(policy && { access: emptyAccess(policy) }),
  };
}

const toRow = (event: EventRecord) => ({ ...event, sourceName: "Camera", sightings: 1 });

async function insertRows(db: Database, rows: readonly object[]): Promise<void> {
  await sql`insert into events select * from jsonb_populate_recordset(null::events, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
