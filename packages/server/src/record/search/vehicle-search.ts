import {
  maxResultsPerKind,
  minPlatePart,
  type SearchResult,
  vehicleKind,
  vehicleSearchDays,
} from "@gatehouse/contract/entities/search";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { type GateLimit, loadGateAccess } from "../../platform/http/gate-access.ts";

interface InsideVehicle {
  readonly id: number;
  readonly vehicle: string;
  readonly area: string;
  readonly since: Date;
}

interface SeenVehicle {
  readonly id: number;
  readonly vehicle: string;
  readonly place: string;
  readonly at: Date;
}

/** Enough to fill the results with different vehicles. */
const maxCandidates = 200;

/** Finds vehicles by a part of their plate or tag, with where they are now or were seen last; exact matches first. */
export async function findVehicles(
  db: ReadDb,
  text: string,
  { gateIds, now }: { gateIds: GateLimit; now: Date },
): Promise<SearchResult[]> {
  const part = normalizeIdentifier(text);
  if (part.length < minPlatePart) return [];
  const pattern = `%${part}%`;
  const [inside, seen] = await Promise.all([
    listInside(db, pattern, gateIds),
    listSeen(db, pattern, { gateIds, since: new Date(now.getTime() - vehicleSearchDays * dayMs) }),
  ]);
  const found = new Map<string, SearchResult>();
  const add = (id: number, vehicle: string, detail: string) => {
    if (!found.has(vehicle)) found.set(vehicle, { kind: vehicleKind, id, title: vehicle, detail, scope: null });
  };
  for (const { id, vehicle, area, since } of inside) add(id, vehicle, `Inside ${area} since ${sentenceTime(since)}`);
  for (const { id, vehicle, place, at } of seen) add(id, vehicle, `Last seen at ${place}, ${sentenceTime(at)}`);
  return [...found.values()]
    .sort((one, other) => Number(other.title === part) - Number(one.title === part))
    .slice(0, maxResultsPerKind);
}

async function listInside(db: ReadDb, pattern: string, gateIds: GateLimit): Promise<InsideVehicle[]> {
  const access = await loadGateAccess(db, gateIds);
  const areas = await db.selectFrom("access_areas").select("id").execute();
  const own = areas.map(({ id }) => id).filter((id) => access.may("access_areas", id, "visible"));
  const { rows } = await sql<InsideVehicle>`
    select p.id, p.vehicle, a.name as area, p.since
    from access_presence p join access_areas a on a.id = p."areaId"
    where p.vehicle like ${pattern} and a.id = any(${own}::integer[]) order by p.since desc limit ${maxCandidates}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, since: new Date(row.since) }));
}

async function listSeen(
  db: ReadDb,
  pattern: string,
  { gateIds, since }: { gateIds: GateLimit; since: Date },
): Promise<SeenVehicle[]> {
  const isOwn = gateIds === null ? sql`true` : sql`e."gateId" = any(${[...gateIds]}::integer[])`;
  const { rows } = await sql<SeenVehicle>`
    select e.id, coalesce(e."plateNormalized", e."tagNormalized") as vehicle, coalesce(e."gateName", e."sourceName") as place,
      e."occurredAt" as at
    from events e
    where (e."plateNormalized" like ${pattern} or e."tagNormalized" like ${pattern})
      and e."occurredAt" >= ${since} and ${isOwn}
    order by e."occurredAt" desc limit ${maxCandidates}`.execute(db);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
