import { eventEndpoints } from "@gatehouse/contract/entities/event/event.endpoints";
import { codeOf } from "@gatehouse/contract/modules/module-code";
import { listCommandsOfEvents } from "../commands/command.store.ts";
import { handle } from "../platform/http/call.ts";
import type { Services } from "../platform/services.ts";
import { keysetPage } from "../resources/keyset-page.ts";
import type { SiteCache } from "../site/site-cache.ts";
import type { EventRow } from "./event-columns.ts";
import { eventsAsCsv } from "./event-csv.ts";
import { imageAddressesFor } from "./event-image.ts";
import { listEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";
import { explain } from "./event-why.ts";

/** EVT-4: lists of events, their CSV export, and the decision behind one. */
export const eventRoutes = (services: Services, facts: SiteCache) => {
  const { cursors } = services;
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
        fetch: (place, count) => listEvents(call.read, module, sought, place, count),
      });
      return { ...page, data: page.data.map((row) => toSiteEvent(row, addressOf)) };
    },
    "GET /events/{module}/export": async ({ params: { module }, query, read }) => ({
      filename: `events-${codeOf(module)}.csv`,
      content: eventsAsCsv(read, module, query, (await facts.now()).configs.timeZone),
    }),
    "GET /events/{module}/{id}/why": async (call) => {
      const { module, id } = call.params;
      const explained = await explain(call.read, module, id, imageAddressesFor(call, services));
      return { ...explained, commands: await listCommandsOfEvents(call.read, [id]) };
    },
  });
};
