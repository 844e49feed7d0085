import type { AlertType } from "@gatehouse/contract/entities/alert-type";
import type { AreaCount } from "@gatehouse/contract/entities/overview";
import { type AreaSource, areaSources, toAreaLevel } from "@gatehouse/contract/entities/overview-figures";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import { findDrifts } from "@gatehouse/engine/area-count/drift";
import { sql } from "kysely";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { type GateLimit, isOwnGate } from "../../platform/http/gate-limit.ts";
import { loadSums } from "./overview.store.ts";

/** Faults after which passages are missed. */
const missingTypes: readonly AlertType[] = ["HARDWARE_OFFLINE", "READER_OFFLINE", "LOOP_STUCK", "CC_CAMERA_SILENT"];

/** The open alerts about devices of gates, as sentences. */
async function listErrors(db: ReadDb | Tx, gateIds: readonly number[]): Promise<string[]> {
  const [alerts, gates] = await Promise.all([
    db
      .selectFrom("alerts")
      .select(["description", "additionalInfo"])
      .where("status", "=", "new")
      .where("type", "in", [...missingTypes])
      .orderBy("createdAt")
      .execute(),
    db
      .selectFrom("gates")
      .select(["id", "name", "sensorId", "cameraId"])
      .where("id", "in", [0, ...gateIds])
      .execute(),
  ]);
  return alerts
    .filter(({ additionalInfo }) => {
      const info = additionalInfo as {
        gates?: readonly string[];
        gateId?: number;
        sensorId?: number;
        cameraId?: number;
      };
      return gates.some(
        ({ id, name, sensorId, cameraId }) =>
          info.gateId === id ||
          info.gates?.includes(name) === true ||
          (sensorId !== null && info.sensorId === sensorId) ||
          (cameraId !== null && info.cameraId === cameraId),
      );
    })
    .map(({ description }) => (description.endsWith(".") ? description : `${description}.`));
}

/** An area, its parts, its gates and what counts it. */
export interface CountedArea {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly parentId: number | null;
  readonly capacity: number | null;
  readonly leading: AreaSource;
  readonly loopsVariableId: number | null;
  readonly camerasVariableId: number | null;
  readonly slotsVariableId: number | null;
  /** The vehicles that gates know to be in the area and its parts. */
  readonly gates: number;
  readonly loops: number | null;
  readonly cameras: number | null;
  readonly slots: number | null;
  readonly correctedAt: string | null;
  /** The gates that lead into or out of it. */
  readonly gateIds: readonly number[];
}

/** The count of the source that leads. A variable without a value counts 0. */
export const leadingCount = (area: Pick<CountedArea, AreaSource | "leading">): number => area[area.leading] ?? 0;

/** The areas with the count of each source; slots count what is not free. */
export async function loadCountedAreas(db: ReadDb | Tx, areaId: number | null = null): Promise<CountedArea[]> {
  const { rows } = await sql<CountedArea>`
    with recursive parts(root, id) as (
      select id, id from access_areas
      union select p.root, a.id from access_areas a join parts p on a."parentId" = p.id
    ), crossing as (
      select p.root, g.id as "gateId" from gates g join parts p on p.id in (g."fromAreaId", g."toAreaId")
      group by 1, 2 having count(*) = 1
    )
    select a.id, coalesce(c.version, 1) as version, a.name, a."parentId", a.capacity,
      c."loopsVariableId", c."camerasVariableId", c."slotsVariableId",
      -- A variable may have been deleted.
      case when c."leading" = 'loops' and l.id is not null or c."leading" = 'cameras' and m.id is not null
        or c."leading" = 'slots' and s.id is not null then c."leading" else 'gates' end as leading,
      (select count(*) from access_presence v join parts p on p.id = v."areaId" where p.root = a.id)::integer
        + coalesce(c.adjustment, 0) as gates,
      round(l."computedValue")::integer as loops, round(m."computedValue")::integer as cameras,
      round(coalesce(s."totalCapacity", a.capacity, 0) - s."computedValue")::integer as slots,
      (select max(k.at) from area_corrections k where k."areaId" = a.id) as "correctedAt",
      array(select x."gateId" from crossing x where x.root = a.id order by 1) as "gateIds"
    from access_areas a
    left join area_counts c on c.id = a.id
    left join variables l on l.id = c."loopsVariableId"
    left join variables m on m.id = c."camerasVariableId"
    left join variables s on s.id = c."slotsVariableId"
    where ${areaId}::integer is null or a.id = ${areaId}
    order by lower(a.name), a.id`.execute(db);
  return rows;
}

/** Without a correction, drift is judged by the passages of this time. */
const maxJudgedMs = 7 * dayMs;

/** The count of an area, its sources and their drift. */
export async function toAreaCount(
  db: ReadDb | Tx,
  area: CountedArea,
  { now, limit }: { now: Date; limit: GateLimit },
): Promise<AreaCount> {
  const { id, version, name, parentId, capacity, leading, correctedAt } = area;
  const { loopsVariableId, camerasVariableId, slotsVariableId } = area;
  const variableIds = { gates: null, loops: loopsVariableId, cameras: camerasVariableId, slots: slotsVariableId };
  const sources = areaSources.flatMap((source) => {
    const count = area[source];
    return count === null ? [] : [{ source, count, variableId: variableIds[source] }];
  });
  const count = leadingCount(area);
  const others = sources.filter(({ source }) => source !== leading);
  const facts = others.length === 0 ? nothingKnown : await loadFacts(db, area, now, limit);
  return {
    id,
    version,
    name,
    parentId,
    capacity,
    leading,
    loopsVariableId,
    camerasVariableId,
    slotsVariableId,
    count,
    level: toAreaLevel(count, capacity),
    sources,
    drifts: findDrifts({ source: leading, count }, others, facts),
    correctedAt,
  };
}

const nothingKnown = { passages: 0, missedExits: 0, missedEntries: 0, faults: [] };

async function loadFacts(db: ReadDb | Tx, { correctedAt, gateIds }: CountedArea, now: Date, limit: GateLimit) {
  const judgedSince = new Date(Math.max(now.getTime() - maxJudgedMs, correctedAt ? Date.parse(correctedAt) : 0));
  const [sums, faults] = await Promise.all([
    loadSums(db, { from: judgedSince, to: now, gateIds }, ["granted", "unpairedEntries", "unpairedExits"]),
    // Faults of other gates are not named.
    listErrors(
      db,
      gateIds.filter((id) => isOwnGate(limit, id)),
    ),
  ]);
  const total = (figure: string) => sums.filter((sum) => sum.figure === figure).reduce((sum, { n }) => sum + n, 0);
  return {
    passages: total("granted"),
    missedExits: total("unpairedEntries"),
    missedEntries: total("unpairedExits"),
    faults,
  };
}
