import { findIn } from "@gatehouse/contract/collections";
import { type GateNow, gatesNowEndpoints } from "@gatehouse/contract/entities/overview";
import { sql } from "kysely";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import { handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { loadEventsById } from "../events/event-list.ts";
import { toSiteEvent } from "../events/event-row.ts";

/** The latest vehicle at each gate, in one call for all of them. */
export const gatesNowRoutes = (services: Services) =>
  handle(gatesNowEndpoints, {
    "GET /overview/gates": async (call) => {
      // A vehicle whose camera's clock is ahead is as new as its arrival.
      const now = services.clock.now();
      const { rows } = await sql<{ id: number; name: string; eventId: number | null }>`
        select g.id, g.name, e.id as "eventId" from gates g left join lateral (
          select v.id from (
            (select id, "occurredAt" as at from events
              where "gateId" = g.id and listing <> 'again' and "occurredAt" <= ${now}
              order by "occurredAt" desc, id desc limit 1)
            union all
            (select id, "receivedAt" from events where "gateId" = g.id and listing <> 'again' and "occurredAt" > ${now}
              order by id desc limit 1)
          ) v order by v.at desc, v.id desc limit 1
        ) e on true order by lower(g.name), g.id`.execute(call.read);
      const events = await loadEventsById(
        call.read,
        rows.map(({ eventId }) => eventId).filter((id) => id !== null),
      );
      const urlOf = imageUrlsFor(call, services);
      const latest = new Map(events.map((row) => [row.id, toSiteEvent(row, urlOf) as GateNow["latest"]]));
      return rows.map(({ id, name, eventId }) => ({ id, name, latest: findIn(latest, eventId) ?? null }));
    },
  });
