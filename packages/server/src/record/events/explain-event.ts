import type { DecisionTrace, SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { type StoredTrace, unpackTrace } from "@gatehouse/engine/decision/stored-trace";
import type { ImageUrls } from "../../house/event-image-urls.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { loadEventsById } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

/** An event with its decision trace and the other detections of its passage. */
export interface ExplainedEvent {
  event: SiteEvent;
  trace: DecisionTrace;
  sightings: SiteEvent[];
  cameraId: number | null;
}

const maxSightings = 100;

/** Loads an event with the reasons for its decision. */
export async function explainEvent(
  db: ReadDb,
  { module, id, gateIds }: { module: EventModule; id: number; gateIds: GateLimit },
  urlOf: ImageUrls,
): Promise<ExplainedEvent> {
  const found = await db
    .selectFrom("events")
    .select(["trace", "passageOf", "cameraId"])
    .where("id", "=", id)
    .where("module", "=", module)
    .executeTakeFirst();
  const [row] = found ? await loadEventsById(db, [id]) : [];
  if (!found || !row || !isOwnGate(gateIds, row.gateId)) throw httpError("record/not-found");
  const first = found.passageOf ?? id;
  const others = await db
    .selectFrom("events")
    .select("id")
    .where((event) => event.or([event("passageOf", "=", first), event("id", "=", first)]))
    .where("id", "<>", id)
    .where((event) => (gateIds === null ? event.lit(true) : event("gateId", "in", [0, ...gateIds])))
    .orderBy("id")
    .limit(maxSightings)
    .execute();
  const sightings = await loadEventsById(
    db,
    others.map((other) => other.id),
  );
  return {
    event: toSiteEvent(row, urlOf),
    trace: unpackTrace(found.trace as StoredTrace),
    cameraId: found.cameraId,
    sightings: sightings.sort((one, other) => one.id - other.id).map((other) => toSiteEvent(other, urlOf)),
  };
}
