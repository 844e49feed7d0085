import type { Opening } from "@gatehouse/contract/entities/overview/overview.schema";
import { sql } from "kysely";
import type { ReadDb } from "../platform/database/database.ts";
import type { GateLimit } from "../platform/http/gate-access.ts";
import type { Place } from "../platform/security/cursors.ts";

interface OpeningRow extends Omit<Opening, "target"> {
  targetKind: string;
  targetId: number;
  targetName: string;
}

/** OPS-2: manual openings, the latest first, or those next to the place of a cursor, nearest first. */
export async function listOpenings(
  db: ReadDb,
  filter: { from?: string | undefined; to?: string | undefined; by?: string | undefined; gateIds: GateLimit },
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
      c.by, c.reason, g.id as "gateId", g.name as "gateName"
    from commands c left join gates g on g.id = c."gateId"
    where ${sql.join(conditions, sql` and `)} order by c.at ${order}, c.id ${order} limit ${limit}`.execute(db);
  return rows.map(({ targetKind: kind, targetId: id, targetName: name, ...row }) => ({
    ...row,
    target: { kind, id, name },
  }));
}
