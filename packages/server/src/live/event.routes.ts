import { eventEndpoints } from "@gatehouse/contract/entities/event/event.endpoints";
import { codeOf } from "@gatehouse/contract/modules/module-code";
import { toRead } from "@gatehouse/engine/decision/access-event";
import { decideEvent } from "@gatehouse/engine/decision/decide-event";
import { emptyContext } from "@gatehouse/engine/decision/decision-context";
import { hypotheticalRead } from "@gatehouse/engine/decision/hypothetical-read";
import { commandsOfEvents } from "../entities/command/command.store.ts";
import { eventsAsCsv } from "../entities/event/event-csv.ts";
import { imageAddressesFor } from "../entities/event/event-image.ts";
import { eventsOf } from "../entities/event/event-list.ts";
import { type EventRow, eventOf } from "../entities/event/event-row.ts";
import { explain } from "../entities/event/event-why.ts";
import { handle } from "../platform/call.ts";
import { refuse } from "../platform/refusal.ts";
import type { Services } from "../platform/services.ts";
import { keysetPage } from "../resources/keyset-page.ts";
import { inBatch } from "./ingest/batch-connection.ts";
import { lookUp } from "./ingest/look-up.ts";
import type { SiteFacts } from "./ingest/site.ts";

/** EVT-4: lists of events, the same as a file, why one ended as it did, and what would be decided for another. */
export const eventRoutes = (services: Services, facts: SiteFacts) => {
  const { db, cursors, clock } = services;
  return handle(eventEndpoints, {
    "GET /events/{module}": async (call) => {
      const { module } = call.params;
      const { cursor, limit, ...sought } = call.query;
      const addressOf = imageAddressesFor(call, services);
      const page = await keysetPage({
        cursors,
        cursor,
        limit,
        of: `events:${module}:${JSON.stringify(sought)}`,
        timeOf: ({ occurredAt }: EventRow) => occurredAt,
        fetch: (place, count) => eventsOf(call.read, module, sought, place, count),
      });
      return { ...page, data: page.data.map((row) => eventOf(row, addressOf)) };
    },
    "GET /events/{module}/export": async ({ params: { module }, query, read }) => ({
      filename: `events-${codeOf(module)}.csv`,
      content: eventsAsCsv(read, module, query, (await facts.now()).configs.timeZone),
    }),
    "GET /events/{module}/{id}/why": async (call) => {
      const { module, id } = call.params;
      const explained = await explain(call.read, module, id, imageAddressesFor(call, services));
      return { ...explained, commands: await commandsOfEvents(call.read, [id]) };
    },
    "POST /access/what-if": async ({ body }) => {
      const site = await facts.now();
      if (!site.gates.has(body.gateId)) throw refuse("record/not-found");
      const at = body.at === undefined ? clock.now() : new Date(body.at);
      const event = hypotheticalRead({ ...body, at });
      // The same lookup as for a real event, without locks.
      const known = await inBatch(db, ({ run }) => lookUp(run, [toRead(event)], { isHolding: false }));
      return decideEvent(site, { ...emptyContext(), ...known }, event).event.trace;
    },
  });
};
