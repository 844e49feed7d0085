import { assertFound } from "@gatehouse/contract/assert-found";
import { areaCountEndpoints } from "@gatehouse/contract/entities/overview";
import { areaCountErrors } from "@gatehouse/contract/entities/overview.messages";
import { sql } from "kysely";
import type { Tx } from "../../platform/database/database.ts";
import { handle } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { rejectOutdated } from "../../platform/resources/versioned-row.ts";
import type { Services } from "../../platform/services.ts";
import { correctVariable } from "../variables/variable-ledger.store.ts";
import { type CountedArea, leadingCount, loadCountedAreas, toAreaCount } from "./area-count.store.ts";

const unknown = (path: string) => ({ path, message: areaCountErrors.unknownVariable });
const constraints = {
  area_counts_loops: unknown("loopsVariableId"),
  area_counts_cameras: unknown("camerasVariableId"),
  area_counts_slots: unknown("slotsVariableId"),
};

/** One count per area, its sources and its correction. */
export const areaCountRoutes = ({ clock }: Services) =>
  handle(areaCountEndpoints, {
    "GET /overview/areas": async ({ read, person: { gateIds: limit } }) => {
      const areas = await loadCountedAreas(read);
      return Promise.all(areas.map((area) => toAreaCount(read, area, { now: clock.now(), limit })));
    },
    "PUT /overview/areas/{id}": ({ params: { id }, body, ifMatch, person, write }) =>
      write(async (tx) => {
        const before = await lockArea(tx, id);
        rejectOutdated(before, ifMatch);
        const save = sql`
          insert into area_counts as c (id, "leading", "loopsVariableId", "camerasVariableId", "slotsVariableId", version)
          values (${id}, ${body.leading}, ${body.loopsVariableId}, ${body.camerasVariableId}, ${body.slotsVariableId}, 2)
          on conflict (id) do update set "leading" = excluded."leading", "loopsVariableId" = excluded."loopsVariableId",
            "camerasVariableId" = excluded."camerasVariableId", "slotsVariableId" = excluded."slotsVariableId",
            version = c.version + 1`.execute(tx);
        await mapConstraintErrors(constraints, save);
        return toAreaCount(tx, await loadArea(tx, id), { now: clock.now(), limit: person.gateIds });
      }),
    "POST /overview/areas/{id}/corrections": ({ params: { id }, body: { count, reason }, person, write }) =>
      write(async (tx) => {
        const area = await lockArea(tx, id);
        const { leading } = area;
        const from = leadingCount(area);
        const at = clock.now();
        await correct(tx, area, { count, reason, by: person.username, at });
        await tx
          .insertInto("area_corrections")
          .values({ areaId: id, at, source: leading, from, to: count, reason, by: person.username })
          .execute();
        return toAreaCount(tx, await loadArea(tx, id), { now: at, limit: person.gateIds });
      }),
  });

async function correct(
  tx: Tx,
  area: CountedArea,
  { count, reason, by, at }: { count: number; reason: string; by: string; at: Date },
): Promise<void> {
  const { leading: source } = area;
  if (source === "gates") {
    const difference = count - area.gates;
    await sql`
      insert into area_counts as c (id, adjustment) values (${area.id}, ${difference})
      on conflict (id) do update set adjustment = c.adjustment + ${difference}, version = c.version + 1`.execute(tx);
    return;
  }
  const variableId = assertFound(area[`${source}VariableId`], "an area without the variable that leads");
  // A variable of slots has the free ones.
  const current = await tx
    .selectFrom("variables")
    .select("computedValue")
    .where("id", "=", variableId)
    .executeTakeFirstOrThrow();
  const difference = count - leadingCount(area);
  const value = current.computedValue + (source === "slots" ? -difference : difference);
  await correctVariable(tx, variableId, { value, reason }, { by, at });
}

/** Locks an area, so that two corrections don't both add their difference. */
async function lockArea(tx: Tx, id: number): Promise<CountedArea> {
  await sql`select from access_areas where id = ${id} for no key update`.execute(tx);
  return loadArea(tx, id);
}

async function loadArea(tx: Tx, id: number): Promise<CountedArea> {
  const [area] = await loadCountedAreas(tx, id);
  if (!area) throw httpError("record/not-found");
  return area;
}
