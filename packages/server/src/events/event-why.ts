import type { DecisionTrace, SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import type { ReadDb } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { ImageAddresses } from "./event-image.ts";
import { loadEventsById } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

/** An event with its trace and with the other sightings of its passage. */
export interface Explained {
  event: SiteEvent;
  trace: DecisionTrace;
  sightings: SiteEvent[];
}

const mostSightings = 100;

/** Why an event ended as it did. */
export async function explain(
  db: ReadDb,
  module: EventModule,
  id: number,
  addressOf: ImageAddresses,
): Promise<Explained> {
  const found = await db
    .selectFrom("events")
    .select(["trace", "passageOf"])
    .where("id", "=", id)
    .where("module", "=", module)
    .executeTakeFirst();
  const [row] = found ? await loadEventsById(db, [id]) : [];
  if (!found || !row) throw refuse("record/not-found");
  const first = found.passageOf ?? id;
  const others = await db
    .selectFrom("events")
    .select("id")
    .where((event) => event.or([event("passageOf", "=", first), event("id", "=", first)]))
    .where("id", "<>", id)
    .orderBy("id")
    .limit(mostSightings)
    .execute();
  const rows = await loadEventsById(
    db,
    others.map((other) => other.id),
  );
  return {
    event: toSiteEvent(row, addressOf),
    trace: found.trace as DecisionTrace,
    sightings: rows.sort((one, other) => one.id - other.id).map((other) => toSiteEvent(other, addressOf)),
  };
}
