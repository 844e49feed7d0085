import { type DisplayScope, displayScopeOf } from "@gatehouse/contract/entities/display/display";
import { maxResultsPerKind, type SearchResult } from "@gatehouse/contract/entities/search";
import { gateTypeTitles } from "@gatehouse/contract/fields/gate-types";
import type { GateKind } from "@gatehouse/contract/gate-scope";
import type { ModuleKind } from "@gatehouse/contract/modules/module";
import { type RawBuilder, sql } from "kysely";
import type { ReadDb } from "../../platform/database/database.ts";
import { type GateLimit, loadGateAccess } from "../../platform/http/gate-access.ts";

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
export async function findRecords(db: ReadDb, text: string, reader: Reader): Promise<SearchResult[]> {
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
