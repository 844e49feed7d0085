import { csvLine } from "@gatehouse/contract/csv";
import { type Opening, overviewEndpoints } from "@gatehouse/contract/entities/overview";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import { imageUrlsFor } from "../../house/event-image-urls.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import { keysetPage } from "../../platform/resources/keyset-page.ts";
import type { Place } from "../../platform/security/cursors.ts";
import type { Services } from "../../platform/services.ts";
import { loadOccupancy } from "./area-occupancy.store.ts";
import { loadSeries } from "./overview.store.ts";
import { loadFigures } from "./overview-figures.ts";

interface OpeningRow extends Omit<Opening, "target"> {
  targetKind: string;
  targetId: number;
  targetName: string;
}

interface OpeningFilter {
  from?: string | undefined;
  to?: string | undefined;
  by?: string | undefined;
  gateIds: GateLimit;
}

const rowsPerQuery = 1_000;

/** Manual openings as CSV, the latest first, generated while they are downloaded. */
async function* exportOpenings(db: ReadDb, filter: OpeningFilter, timeZone: string): AsyncGenerator<string> {
  yield csvLine(["id", "time", "person", "gate", "barrier", "reason", "result", "event", "vehicle"]);
  let place: Place | undefined;
  do {
    const rows = await listOpenings(db, filter, place, rowsPerQuery);
    const last = rows.at(-1);
    yield rows
      .map(({ id, at, by, gateName, target, reason, state, eventId, vehicle }) =>
        csvLine([id, zonedText(new Date(at), timeZone), by, gateName, target.name, reason, state, eventId, vehicle]),
      )
      .join("");
    place = last && rows.length === rowsPerQuery ? { id: last.id, at: last.at, way: "next", of: "export" } : undefined;
  } while (place);
}

/** Manual openings, the latest first, or those next to the place of a cursor, nearest first. */
async function listOpenings(
  db: ReadDb,
  filter: OpeningFilter,
  place: Place | undefined,
  limit: number,
): Promise<Opening[]> {
  const { from, to, by, gateIds } = filter;
  const order = place?.way === "prev" ? sql`asc` : sql`desc`;
  const beyond = place?.way === "prev" ? sql`>` : sql`<`;
  const conditions = [
    sql`c.by is not null and c.kind = 'open'`,
    ...(from === undefined ? [] : [sql`c.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`c.at < ${to}`]),
    ...(by === undefined || by === "" ? [] : [sql`c.by = ${by}`]),
    ...(gateIds === null ? [] : [sql`c."gateId" = any(${[...gateIds]}::integer[])`]),
    ...(place?.at === undefined ? [] : [sql`(c.at, c.id) ${beyond} (${place.at}, ${place.id})`]),
  ];
  const { rows } = await sql<OpeningRow>`
    select c.id, c.at, c."endedAt", c.kind, c."targetKind", c."targetId", c."targetName", c.state, c.detail, c."eventId",
      c.by, c.reason, g.id as "gateId", g.name as "gateName", e.module as "eventModule", coalesce(e.lp, e.tag) as vehicle,
      e."fullImage"
    from commands c left join gates g on g.id = c."gateId"
    left join lateral (select module, lp, tag, "fullImage" from events where id = c."eventId" limit 1) e on true
    where ${sql.join(conditions, sql` and `)} order by c.at ${order}, c.id ${order} limit ${limit}`.execute(db);
  return rows.map(({ targetKind: kind, targetId: id, targetName: name, ...row }) => ({
    ...row,
    target: { kind, id, name },
  }));
}

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
