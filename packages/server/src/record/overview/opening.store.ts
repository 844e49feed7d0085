import { csvLine } from "@gatehouse/contract/csv";
import type { Opening } from "@gatehouse/contract/entities/overview";
import { zonedText } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import type { GateLimit } from "../../platform/http/gate-access.ts";
import type { Place } from "../../platform/security/cursors.ts";

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
export async function* exportOpenings(db: ReadDb, filter: OpeningFilter, timeZone: string): AsyncGenerator<string> {
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
export async function listOpenings(
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
