import type { Movement, VariableScope } from "@gatehouse/contract/entities/variable";
import { sql } from "kysely";
import { moveVariables } from "../../intake/variable-movements.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Place } from "../../platform/security/cursors.ts";

/**
 * Locks all variables until the transaction ends, to change equations or to correct a value relative to the current
 * one. Must be called before the transaction changes any variable.
 */
export async function lockVariables(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(variables_lock())`.execute(tx);
}

/** Sets a value by storing the difference as a correction with its author and reason. */
export async function correctVariable(
  tx: Tx,
  variableId: number,
  counted: { value: number; reason: string },
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await lockVariables(tx);
  const row = await tx
    .selectFrom("variables")
    .select(["type", "computedValue"])
    .where("id", "=", variableId)
    .executeTakeFirst();
  if (!row) throw httpError("record/not-found");
  if (row.type === "constant") throw httpError("variable/constant");
  const delta = counted.value - row.computedValue;
  await moveVariables(tx, [{ kind: "correction", variableId, delta, at, by, reason: counted.reason }]);
}

/** Resets the counts of a scope, or those behind one variable, to their start values; returns their number. */
export async function resetVariables(
  tx: Tx,
  target: VariableScope | number,
  { by, at }: { by: string; at: Date },
): Promise<number> {
  await lockVariables(tx);
  const { rows } = await sql<{ variableId: number; delta: number }>`
    select id as "variableId", "startValue" - "ledgerValue" as delta from variables
    where ${typeof target === "number" ? behind(target) : sql`scope = ${target}`} and "ledgerValue" <> "startValue" order by id`.execute(
    tx,
  );
  await moveVariables(
    tx,
    rows.map((row) => ({ ...row, kind: "correction", at, by, reason: "Reset" })),
  );
  return rows.length;
}

const behind = (variableId: number) =>
  sql`id in (select "movedId" from variable_weights where "variableId" = ${variableId})`;

/** Lists the steps of all base variables that a variable's equation depends on. */
export async function listMovements(
  db: ReadDb,
  variableId: number,
  place: Place | undefined,
  limit: number,
): Promise<Movement[]> {
  const isBack = place?.way === "prev";
  const order = isBack ? sql`asc` : sql`desc`;
  const from = place ? sql`and id ${isBack ? sql`>` : sql`<`} ${place.id}` : sql``;
  const within = isBack
    ? sql`and id <= coalesce((select id from reach), ${Number.MAX_SAFE_INTEGER})`
    : sql`and id >= coalesce((select id from reach), 0)`;
  const nearest = (count: number, bounds = from) => sql`
    select id from movements where "variableId" = s."movedId" ${bounds} order by id ${order} limit ${count}`;
  // Reads at most a page from the index of each source, so the ledger's size does not matter. With many sources, the
  // nearest step of each limits how far the page can reach.
  const { rows } = await sql<Movement>`
    with sources as materialized (
      select "movedId", weight from variable_weights where "variableId" = ${variableId}
    ), reach as (
      select step.id from sources s cross join lateral (${nearest(1)}) step
      order by step.id ${order} offset ${limit} limit 1
    ), page as (
      select step.id, s.weight from sources s
      cross join lateral (${nearest(limit, sql`${from} ${within}`)}) step
      order by step.id ${order} limit ${limit}
    )
    select m.id, m.at, m.kind, m."variableId", v.name as "variableName", m.delta,
      on_grid(p.weight * m.delta) as effect, m.by, m.reason, m."eventId"
    from page p join movements m on m.id = p.id join variables v on v.id = m."variableId"
    order by m.id ${order}`.execute(db);
  return rows;
}
