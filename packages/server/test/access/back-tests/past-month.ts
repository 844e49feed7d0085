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
import { withStoredTrace } from "@gatehouse/engine/decision/stored-trace";
import type { Site } from "@gatehouse/engine/site/site";
import type { DriverKind, PastTraffic } from "@gatehouse/simulator/history/past-traffic";
import { sql } from "kysely";
import { loadPolicy } from "../../../src/gate/site/site-policy.ts";
import { loadWiring } from "../../../src/gate/site-wiring.ts";
import { loadRequiredConfigs } from "../../../src/house/required-config.store.ts";
import type { Database } from "../../../src/platform/database/database.ts";

const rowsPerInsert = 2_000;

/** The groups of the vehicles; unknown ones are not registered. */
export const groupNames: Record<Exclude<DriverKind, "unknown">, string> = {
  resident: "Residents",
  staff: "Staff",
  contractor: "Contractors",
  visitor: "Visitors",
};

/** Registers the vehicles of past traffic by group, and stores its events as the engine decides them at their time. */
export async function storePastTraffic(
  db: Database,
  { vehicles, passages }: PastTraffic,
  gateIds: { N: readonly number[]; X: readonly number[] },
): Promise<number> {
  const [{ at: start } = { at: new Date() }] = passages;
  await register(db, vehicles, start);
  await sql`select ensure_event_partitions(m) from generate_series(${start}::timestamptz, now(), interval '1 month') m`.execute(
    db,
  );
  const site = await loadSite(db);
  const context = await loadContext(db, site);
  const firstId = await reserveIds(db, passages.length);
  let rows: object[] = [];
  for (const [index, { plate, direction, gate, at }] of passages.entries()) {
    const gateId = gateIds[direction][gate] ?? 0;
    const event = { ...hypotheticalRead({ type: "LICENSE_PLATE", read: plate, gateId, at }), id: firstId + index };
    const outcome = decideEvent(site, context, event);
    applyOutcome(context, outcome);
    rows.push(toRow(outcome.event));
    if (rows.length < rowsPerInsert && index < passages.length - 1) continue;
    await insertRows(db, rows);
    rows = [];
  }
  return passages.length;
}

/** Adds the vehicles, which belong to their groups since the start. */
async function register(db: Database, vehicles: PastTraffic["vehicles"], start: Date): Promise<void> {
  const registered = vehicles.flatMap(({ plate, kind }) =>
    kind === "unknown" ? [] : [{ plate, group: groupNames[kind] }],
  );
  const [plates, groups] = [registered.map(({ plate }) => plate), registered.map(({ group }) => group)];
  await sql`
    insert into identifiers (origin, type, iid, "iidNormalized", "vehicleType")
    select 'ADMIN', 'LICENSE_PLATE', plate, plate, 'CAR' from unnest(${plates}::text[]) plate`.execute(db);
  await sql`insert into access_groups (name) select unnest(${Object.values(groupNames)}::text[])`.execute(db);
  await sql`
    insert into identifier_groups ("identifierId", "groupId")
    select i.id, g.id from unnest(${plates}::text[], ${groups}::text[]) v(plate, name)
    join identifiers i on i.iid = v.plate join access_groups g on g.name = v.name`.execute(db);
  await sql`update identifier_group_changes set at = ${start}`.execute(db);
  await sql`update policy_versions set at = ${start}`.execute(db);
}

async function loadSite(db: Database): Promise<Site> {
  const configs = await loadRequiredConfigs(db);
  return {
    ...(await loadWiring(db)),
    ...(await loadPolicy(db, configs.timeZone)),
    configs,
    modules: everyModule(true),
    counters: new Map(),
    rfidVehicleTypes: [],
    hasMygate: false,
  };
}

async function reserveIds(db: Database, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval('event_ids', nextval('event_ids') + ${count}) as last`.execute(db);
  return Number(rows[0]?.last ?? 0) - count;
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

const toRow = (event: EventRecord) => ({
  ...withStoredTrace(event),
  sourceName: "Camera",
  sightings: 1,
});

async function insertRows(db: Database, rows: readonly object[]): Promise<void> {
  await sql`insert into events select * from jsonb_populate_recordset(null::events, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}
