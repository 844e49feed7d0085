import { area } from "@gatehouse/contract/entities/access/access";
import { areaEndpoints } from "@gatehouse/contract/entities/access/access.endpoints";
import { accessErrors } from "@gatehouse/contract/entities/access/access.messages";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { resource } from "../../platform/resources/resource.ts";

/** Areas; a gate or rule prevents the deletion of its area. */
export const areaRoutes = resource(areaEndpoints, {
  table: "access_areas",
  record: area,
  constraints: {
    access_areas_name: { path: "name", message: "Another area has this name" },
    access_areas_parent: { path: "parentId", message: accessErrors.unknownArea },
  },
  lockFirst: lockAreas,
  guardSaved: rejectCycle,
});

/** Concurrent changes could close a cycle that neither of them sees. The mode lets passages refer to areas meanwhile. */
async function lockAreas(tx: Tx): Promise<void> {
  await sql`lock table access_areas in share row exclusive mode`.execute(tx);
}

async function rejectCycle(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ isCyclic: boolean }>`
    with recursive outer_areas(id) as (
      select "parentId" from access_areas where id = ${id}
      union select a."parentId" from access_areas a join outer_areas o on a.id = o.id
    ) select exists (select from outer_areas where id = ${id}) as "isCyclic"`.execute(tx);
  if (rows[0]?.isCyclic !== true) return;
  const message = accessErrors.cyclicArea;
  throw httpError("request/invalid", { message, errors: [{ path: "parentId", message }] });
}
