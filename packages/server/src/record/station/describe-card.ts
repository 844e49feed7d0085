import type { StationCard } from "@gatehouse/contract/entities/station";
import { normalizeIdentifier, plateOrTagOf } from "@gatehouse/contract/fields/identifier-text";
import { sql } from "kysely";
import type { Site } from "../../gate/site-cache.ts";
import type { SiteGate } from "../../gate/site-wiring.ts";
import { decideHypothetically } from "../../intake/hypothetical-decision.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import { listTagConfusions } from "../data-quality/confusion.store.ts";
import { suggestForEvent } from "../data-quality/plate-suggestions.ts";
import type { CardFact } from "./card-facts.ts";

interface Parts {
  readonly db: ReadDb;
  readonly services: Pick<Services, "db" | "clock">;
  readonly site: Site;
  readonly gate: SiteGate;
}

/** Adds the registered vehicle and the probable misreads to a card. */
export async function describeCard(fact: CardFact, card: StationCard, parts: Parts): Promise<StationCard> {
  const read =
    (card.correction && normalizeIdentifier(card.correction.lp)) ??
    plateOrTagOf(fact.plateNormalized, fact.tagNormalized);
  const [vehicle, candidates, confusions] = await Promise.all([
    findVehicle(parts.db, read),
    card.closing === null ? listCandidates(fact, card, parts) : [],
    listTagConfusions(parts.db, fact.cameraId),
  ]);
  return { ...card, vehicle, candidates, confusions };
}

/** At most three, each with the decision that it would get now. */
async function listCandidates(
  { trace, cameraId }: CardFact,
  { correction, event }: StationCard,
  { db, services, site, gate }: Parts,
): Promise<StationCard["candidates"]> {
  if (!trace || correction !== null) return [];
  const suggestions = await suggestForEvent(db, { trace, cameraId });
  return Promise.all(
    suggestions.map(async (suggestion) => {
      const question = {
        type: "LICENSE_PLATE",
        read: suggestion.lp,
        gateId: gate.id,
        at: services.clock.now(),
        ...(event.direction !== null && { direction: event.direction }),
      } as const;
      const { isGranted, reason } = await decideHypothetically(services.db, site, question);
      return { ...suggestion, isGranted, decision: reason };
    }),
  );
}

/** The identifier, pass or reservation of a plate or tag; a pass describes a visit best. */
async function findVehicle(db: ReadDb, read: string): Promise<StationCard["vehicle"]> {
  if (read === "") return null;
  const { rows } = await sql<NonNullable<StationCard["vehicle"]>>`
    (select 'pass' as kind, name, null as organization, null as place, null as "vehicleType", '{}'::text[] as groups,
        host, "hostPhone" as phone, "validTo"
      from access_passes where "lpNormalized" = ${read} or "rfidNormalized" = ${read} order by "validTo" desc limit 1)
    union all
    (select 'identifier', coalesce("ownerName", iid), "orgName", "parkingId", "vehicleType",
        array(select g.name from identifier_groups m join access_groups g on g.id = m."groupId"
          where m."identifierId" = i.id order by g.name),
        null, null, "validTo"
      from identifiers i where "iidNormalized" = ${read} order by id limit 1)
    union all
    (select 'reservation', coalesce(nullif(concat_ws(' ', "driverFirstName", "driverLastName"), ''), lp, rfid),
        null, "parkingUnitId", null, '{}', null, null, "validTo"
      from reservations where "lpNormalized" = ${read} or "rfidNormalized" = ${read} order by "validTo" desc limit 1)
    limit 1`.execute(db);
  return rows[0] ?? null;
}
