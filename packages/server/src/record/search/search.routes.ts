import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display";
import {
  maxResultsPerKind,
  minPlatePart,
  type SearchResult,
  searchEndpoints,
  vehicleKind,
  vehicleSearchDays,
} from "@gatehouse/contract/entities/search";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import { normalizeIdentifier } from "@gatehouse/contract/fields/identifier-text";
import { sentenceTime } from "@gatehouse/contract/fields/time";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { type RawBuilder, sql } from "kysely";
import { listIdentifiers } from "../../access/identifier-list.ts";
import { loadGateAccess } from "../../house/gate-links.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import type { GateLimit } from "../../platform/http/gate-limit.ts";
import type { Services } from "../../platform/services.ts";

interface Reader {
  /** The gates that the person is limited to. */
  readonly gateIds: GateLimit;
  /** Whether the person may see accounts. */
  readonly seesPeople: boolean;
}

interface Source {
  readonly kind: string;
  /** The kind by which gate limits know it; null if people see it only without a limit. */
  readonly gateKind: GateKind | null;
  /** Selects id, title, detail and scope. */
  readonly rows: RawBuilder<unknown>;
}

const address = sql`concat_ws(':', "additionalInfo" ->> 'ip', "additionalInfo" ->> 'port')`;
const ofModule = (module: ModuleKind) => sql`${module}::text as scope`;
const ofNone = sql`null::text as scope`;

/** What is found by its name or by its detail, in the order of the results. */
const sources: readonly Source[] = [
  {
    kind: "gates",
    gateKind: "gates",
    rows: sql`select id, name as title, case type when 'N' then ${gateTypeTitles.N} else ${gateTypeTitles.X} end as detail,
      ${ofNone} from gates`,
  },
  {
    kind: "access_passes",
    gateKind: "access_passes",
    rows: sql`select id, name as title, concat_ws(' · ', lp, rfid, host) as detail, ${ofNone} from access_passes`,
  },
  {
    kind: "users",
    gateKind: null,
    rows: sql`select id, coalesce(nullif(name, ''), username) as title, username as detail, ${ofNone} from users`,
  },
  {
    kind: "ai_devices",
    gateKind: "ai_devices",
    rows: sql`select id, label as title, coalesce(ip, '') as detail, module as scope from ai_devices`,
  },
  {
    kind: "cameras",
    gateKind: "cameras",
    rows: sql`select c.id, c.name as title, d.label as detail, c.module as scope
      from cameras c join ai_devices d on d.id = c."aiDeviceId"`,
  },
  {
    kind: "boom_barriers",
    gateKind: "boom_barriers",
    rows: sql`select id, name as title, ${address} as detail, ${ofNone} from boom_barriers`,
  },
  {
    kind: "buzzers",
    gateKind: "buzzers",
    rows: sql`select id, name as title, ${address} as detail, ${ofNone} from buzzers`,
  },
  {
    kind: "displays",
    gateKind: "displays",
    rows: sql`select id, name as title, ${address} as detail, scope from displays`,
  },
  {
    kind: "sensors",
    gateKind: "sensors",
    rows: sql`select id, name as title, ${address} as detail, ${ofNone} from sensors where scope = 'ac'`,
  },
  {
    kind: "loops",
    gateKind: "sensors",
    rows: sql`select id, name as title, ${address} as detail, ${ofNone} from sensors where scope = 'loop'`,
  },
  {
    kind: "slot_controllers",
    gateKind: "slot_controllers",
    rows: sql`select id, name as title, uid as detail, ${ofModule("EPLD")} from slot_controllers`,
  },
  { kind: "lanes", gateKind: "lanes", rows: sql`select id, name as title, '' as detail, ${ofNone} from lanes` },
  { kind: "tvms", gateKind: "tvms", rows: sql`select id, name as title, code as detail, ${ofNone} from tvms` },
  {
    kind: "access_areas",
    gateKind: "access_areas",
    rows: sql`select id, name as title, '' as detail, ${ofNone} from access_areas`,
  },
];

/** Finds gates, devices, passes, areas and accounts by a part of their name, the best matches of each kind first. */
async function findRecords(db: ReadDb, text: string, reader: Reader): Promise<SearchResult[]> {
  const read = sources.filter(({ gateKind }) => gateKind !== null || reader.seesPeople);
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  // A limit before the records of other gates are left out could leave out the own ones.
  const maxCandidates = reader.gateIds === null ? maxResultsPerKind : null;
  const parts = read.map(
    ({ kind, rows }) => sql`(
      select ${kind}::text as kind, id, title, detail, scope from (${rows}) one
      where title ilike ${pattern} or detail ilike ${pattern}
      order by title not ilike ${pattern}, position(lower(${text}) in lower(title)), lower(title), id
      limit ${maxCandidates}::integer)`,
  );
  const { rows } = await sql<SearchResult>`${sql.join(parts, sql` union all `)}`.execute(db);
  const access = await loadGateAccess(db, reader.gateIds);
  return read.flatMap(({ kind, gateKind }) =>
    rows
      .filter((row) => row.kind === kind && (gateKind === null || access.may(gateKind, row.id, "visible")))
      .slice(0, maxResultsPerKind)
      .map((row) => (kind === "displays" ? { ...row, scope: moduleOfDisplays(row.scope as DisplayScope) } : row)),
  );
}

const moduleOfDisplays = (scope: DisplayScope): string | null =>
  Object.entries(displayScopeOf).find(([, one]) => one === scope)?.[0] ?? null;

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
async function findVehicles(
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

/** The search of the command palette. */
export const searchRoutes = ({ clock }: Services) =>
  handle(searchEndpoints, {
    "GET /search": async ({ query: { text }, person: { permissions, gateIds }, read }) => {
      const page = { page: 0, size: maxResultsPerKind };
      const [vehicles, identifiers, records] = await Promise.all([
        findVehicles(read, text, { gateIds, now: clock.now() }),
        listIdentifiers(read, { search: text }, page, clock.now()),
        // Accounts concern the whole site.
        findRecords(read, text, { gateIds, seesPeople: permissions.has("people") && gateIds === null }),
      ]);
      const found = identifiers.data.map(
        ({ id, iid, ownerName, orgName, origin }): SearchResult => ({
          kind: "identifiers",
          id,
          title: iid,
          detail: [ownerName, orgName].filter(Boolean).join(" · "),
          scope: origin,
        }),
      );
      return [...vehicles, ...found, ...records];
    },
  });
