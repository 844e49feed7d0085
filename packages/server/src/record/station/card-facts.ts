import type { DecisionTrace } from "@gatehouse/contract/entities/event";
import { plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { placeVehicles, type VehiclePlace } from "@gatehouse/engine/passage/vehicle-places";
import { type RawBuilder, sql } from "kysely";
import type { findLoop } from "../../gate/loop-states.ts";
import type { Site } from "../../gate/site-cache.ts";
import type { SiteGate } from "../../gate/site-wiring.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { isListed } from "../events/event-list.ts";
import type { GateNow } from "./open-cards.ts";

/** The number of vehicles that the station lists besides the waiting ones. */
export const maxEarlier = 8;

/** A vehicle, with what guards did about it. */
export interface CardFact {
  readonly id: number;
  readonly trace: Pick<DecisionTrace, "read" | "reasonCode" | "nearestFix"> | null;
  readonly cameraId: number | null;
  readonly plateNormalized: string | null;
  readonly tagNormalized: string | null;
  readonly isSeenAgain: boolean;
  readonly isGranted: boolean | null;
  /** When it was read: when the read arrived, or earlier if it arrived late. */
  readonly atMs: number;
  /** When it was read again during its passage. */
  readonly againAtMs: number[];
  /** When the barrier last accepted a command to open for it. */
  readonly openedAtMs: number | null;
  readonly handledBy: string | null;
  readonly handledAt: string | null;
  readonly deniedBy: string | null;
  readonly reason: string | null;
}

const toMs = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::double precision`;

/** A late read is as old as its own time; otherwise the clock of the camera does not matter. */
const readAt = (row: string) =>
  toMs(sql`case when ${sql.ref(`${row}.timing`)} = 'late' then ${sql.ref(`${row}.occurredAt`)}
    else ${sql.ref(`${row}.receivedAt`)} end`);

/**
 * The vehicles that may be waiting, at least the last few, the newest first. A vehicle whose camera's clock is ahead is as new
 * as its arrival: by its own time it would stay the newest until then.
 */
export async function listCardFacts(
  db: ReadDb,
  gateId: number,
  { nowMs, maxCardMs }: Pick<GateNow, "nowMs" | "maxCardMs">,
): Promise<CardFact[]> {
  const since = new Date(nowMs - maxCardMs);
  const now = new Date(nowMs);
  const maxCardTime = sql`make_interval(secs => ${maxCardMs / 1_000})`;
  const { rows } = await sql<CardFact>`
    with at_gate as (
      (select id, "occurredAt" from events where "gateId" = ${gateId} and ${isListed} and "occurredAt" <= ${now}
        order by "occurredAt" desc, id desc limit ${maxEarlier + 1})
      union
      (select id, "occurredAt" from events where "gateId" = ${gateId} and ${isListed} and "occurredAt" >= ${since}
        and "receivedAt" >= ${since})
    )
    select e.id, e.trace, e."cameraId", e."plateNormalized", e."tagNormalized", c."handledBy", c."handledAt",
      c."deniedBy", c.reason, e."isGranted", ${readAt("e")} as "atMs",
      array(select ${readAt("again")} from events again where again."passageOf" = e.id) as "againAtMs",
      (select ${toMs(sql`max(o."endedAt")`)} from commands o
        where o."eventId" = e.id and o.kind = 'open' and o.state = 'accepted') as "openedAtMs",
      exists (
        select from events later where later.id > e.id and later."passageOf" is null
          and later."occurredAt" between e."occurredAt" - ${maxCardTime} and e."occurredAt" + ${maxCardTime}
          and (later."plateNormalized" = e."plateNormalized" or later."tagNormalized" = e."tagNormalized")
      ) as "isSeenAgain"
    from at_gate a
    join events e on e.id = a.id and e."occurredAt" = a."occurredAt"
    left join station_cards c on c."eventId" = e.id
    order by least(e."occurredAt", e."receivedAt") desc, e.id desc`.execute(db);
  return rows;
}

interface PlaceParts {
  readonly gate: Pick<SiteGate, "sensorId">;
  readonly site: Site;
  readonly loop: Awaited<ReturnType<typeof findLoop>>;
  readonly now: Pick<GateNow, "nowMs" | "maxCardMs">;
}

/** Where these vehicles are, by event. */
export async function findPlaces(
  db: ReadDb,
  facts: readonly CardFact[],
  { gate, site, loop, now }: PlaceParts,
): Promise<ReadonlyMap<number, VehiclePlace>> {
  const reads = facts.flatMap((fact) =>
    [fact.atMs, ...fact.againAtMs].map((atMs) => ({
      eventId: fact.id,
      text: plateOrTagOf(fact.plateNormalized, fact.tagNormalized),
      atMs,
      isGranted: fact.isGranted === true,
      openedAtMs: fact.openedAtMs,
    })),
  );
  return placeVehicles(reads, {
    nowMs: now.nowMs,
    maxWaitMs: now.maxCardMs,
    passageMs: site.configs.passageSeconds * 1_000,
    loop: loop && {
      isOccupied: loop.isOccupied,
      sinceMs: Date.parse(loop.since),
      freedAtMs: loop.freedAt === null ? null : Date.parse(loop.freedAt),
    },
    countedAtMs: gate.sensorId === null ? [] : await listCounts(db, gate.sensorId, now),
  });
}

/** When the loop behind a barrier counted vehicles. */
async function listCounts(db: ReadDb, sensorId: number, { nowMs, maxCardMs }: PlaceParts["now"]): Promise<number[]> {
  const since = new Date(nowMs - maxCardMs);
  const { rows } = await sql<{ atMs: number }>`
    select ${readAt("e")} as "atMs" from events e
    where e.module = 'LOOP_DETECTOR' and e.status in ('PROCESSED', 'RECEIVED') and e.listing in ('gate', 'elsewhere')
      and e."occurredAt" >= ${since} and e."receivedAt" >= ${since} and e."sensorId" = ${sensorId}`.execute(db);
  return rows.map(({ atMs }) => atMs);
}
