import { type Opening, overviewEndpoints } from "@gatehouse/contract/entities/overview";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { handle } from "../../platform/http/call.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Services } from "../../platform/services.ts";
import { loadOccupancy } from "./area-occupancy.store.ts";
import { exportOpenings, listOpenings } from "./opening.store.ts";
import { loadSeries } from "./overview.store.ts";
import { loadFigures } from "./overview-figures.ts";

/** The figures of the site, and their course over time. */
export const overviewRoutes = (services: Services) => {
  const { clock, cursors } = services;
  return handle(overviewEndpoints, {
    "GET /overview": async ({ query, person, read }) => {
      const sought = { from: new Date(query.from), to: new Date(query.to), gateIds: person.gateIds };
      return loadFigures(read, sought, await loadRequiredConfigs(read), clock.now());
    },
    "GET /overview/series": async ({ query, person, read }) => {
      const { name, step, area } = query;
      const sought = { from: new Date(query.from), to: new Date(query.to), gateIds: person.gateIds };
      const { timeZone: zone } = await loadRequiredConfigs(read);
      const of = { step, zone, now: clock.now() };
      const points =
        name === "occupancy"
          ? await loadOccupancy(read, sought, { ...of, areaId: area ?? 0 })
          : await loadSeries(read, sought, { ...of, name });
      return { name, step, points };
    },
    "GET /overview/openings": async (call) => {
      const { query, person, read } = call;
      const { cursor, limit, ...sought } = query;
      const filter = { ...sought, gateIds: person.gateIds };
      const urlOf = imageUrlsFor(call, services);
      const page = await keysetPage({
        cursors,
        cursor,
        limit,
        of: `openings:${JSON.stringify(sought)}`,
        timeOf: ({ at }: Opening) => at,
        fetch: (place, count) => listOpenings(read, filter, place, count),
      });
      const withUrl = ({ fullImage, ...opening }: Opening) => ({
        ...opening,
        fullImage: urlOf(fullImage, opening.gateId),
      });
      return { ...page, data: page.data.map(withUrl) };
    },
    "GET /overview/openings/export": async ({ query, person, read }) => ({
      filename: "manual-openings.csv",
      content: exportOpenings(read, { ...query, gateIds: person.gateIds }, (await loadRequiredConfigs(read)).timeZone),
    }),
  });
};
