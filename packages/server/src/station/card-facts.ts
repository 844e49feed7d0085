import type { DecisionTrace } from "@gatehouse/contract/entities/event/event.schema";
import { sql } from "kysely";
import { isListed } from "../events/event-list.ts";
import type { ReadDb } from "../platform/database/database.ts";
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
  readonly handledBy: string | null;
  readonly handledAt: string | null;
  readonly deniedBy: string | null;
  readonly reason: string | null;
}

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
      c."deniedBy", c.reason,
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
