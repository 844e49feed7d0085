import { isDeepStrictEqual } from "node:util";
import type { Variable, VariableDraft, VariableScope, VariableUpdate } from "@gatehouse/contract/entities/variable";
import { listPendingIds } from "../../alert/variable-publish.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { refuse } from "../../platform/http/refusal.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { deleteRow } from "../../platform/resources/delete-row.ts";
import { lockRow, refuseOutdated, updateRow } from "../../platform/resources/versioned-row.ts";
import { saveEquation } from "./variable-equation.store.ts";
import { lockVariables } from "./variable-ledger.store.ts";

const constraints = {
  variables_name: { path: "name", message: "Another variable has this name" },
  variables_camera: { path: "cameraId", message: "This camera does not exist" },
  variables_slot_controller: { path: "sensorId", message: "This sensor does not exist" },
};

// The view builds its JSON columns to match the contract, which the generated types cannot express.
const records = (db: ReadDb | Tx) =>
  db.selectFrom("variable_records").selectAll().$castTo<Omit<Variable, "isPublishing">>();

export async function listVariables(db: ReadDb | Tx, scope: VariableScope): Promise<Variable[]> {
  const rows = await records(db).where("scope", "=", scope).orderBy("id").execute();
  const pending = await listPendingIds(db);
  return rows.map((row) => ({ ...row, isPublishing: pending.has(row.id) }));
}

/** Loads a variable; with a scope, it must belong to it. */
export async function toVariable(db: ReadDb | Tx, id: number, scope?: VariableScope): Promise<Variable> {
  const row = await records(db).where("id", "=", id).executeTakeFirst();
  if (!row || (scope !== undefined && row.scope !== scope)) throw refuse("record/not-found");
  return { ...row, isPublishing: (await listPendingIds(db)).has(id) };
}

/** Creates a variable and computes its value. */
export async function addVariable(tx: Tx, draft: VariableDraft): Promise<Variable> {
  await lockVariables(tx);
  const insert = tx
    .insertInto("variables")
    .values({ ...columnsOf(draft), type: draft.type, scope: draft.scope })
    .returning("id");
  const { id } = await mapConstraintErrors(constraints, insert.executeTakeFirstOrThrow());
  await saveEquation(tx, id, draft, await listVariables(tx, draft.scope));
  return toVariable(tx, id);
}

/** Loads and locks a variable to update it; fails if its version changed. */
export async function lockVariable(
  tx: Tx,
  id: number,
  { scope, ifMatch }: { scope: VariableScope | undefined; ifMatch: number | undefined },
): Promise<Variable> {
  await lockVariables(tx);
  const before = await toVariable(tx, id, scope);
  refuseOutdated(before, ifMatch);
  return before;
}

/** Updates a locked variable and everything that depends on it. */
export async function changeVariable(tx: Tx, before: Variable, draft: VariableUpdate): Promise<Variable> {
  const { id } = before;
  if (before.type === "base" && !isUnchanged(before, draft)) throw refuse("variable/base");
  refuseTypeChange(before, draft);
  if (draft.type === "base") return before;
  const change = tx
    .updateTable("variables")
    .set({ ...columnsOf(draft), version: before.version + 1 })
    .where("id", "=", id);
  await mapConstraintErrors(constraints, change.execute());
  await saveEquation(tx, id, draft, await listVariables(tx, draft.scope));
  return toVariable(tx, id);
}

/** Deletes a variable that nothing depends on. */
export async function removeVariable(tx: Tx, id: number, scope: VariableScope | undefined): Promise<void> {
  await lockVariables(tx);
  const { type } = await toVariable(tx, id, scope);
  if (type === "base") throw refuse("variable/base");
  await deleteRow(tx, "variables", id);
}

/** Sets or removes a variable's mapping to the reporting dashboard; fails if its version changed. */
export async function mapToDashboard(
  tx: Tx,
  id: number,
  mapping: { displayName: string | null; maxValue: number | null },
  ifMatch: number | undefined,
): Promise<Variable> {
  // changeVariable takes the same lock.
  await lockVariables(tx);
  await lockRow(tx, "variables", id);
  const before = await toVariable(tx, id);
  refuseOutdated(before, ifMatch);
  if (mapping.displayName !== null && (before.scope !== "rfid-ac" || before.type === "constant"))
    throw refuse("variable/not-mappable");
  await updateRow(tx, "variables", id, mapping);
  return toVariable(tx, id);
}

function columnsOf(draft: VariableDraft) {
  return {
    name: draft.name,
    publish: draft.publish,
    constantValue: draft.type === "constant" ? draft.value : null,
    cameraId: draft.type === "camera" ? draft.cameraId : null,
    slotControllerId: draft.type === "sensor" ? draft.sensorId : null,
    examples: JSON.stringify(draft.type === "constant" ? [] : draft.examples),
  };
}

/** Whether an update only repeats what is stored. */
const isUnchanged = (before: Variable, draft: VariableUpdate) =>
  Object.entries(draft).every(([name, value]) => isDeepStrictEqual(value, before[name as keyof Variable]));

function refuseTypeChange(before: Variable, draft: VariableUpdate): void {
  const errors = (["type", "scope"] as const)
    .filter((path) => draft[path] !== before[path])
    .map((path) => ({ path, message: "Cannot be changed" }));
  if (errors.length === 0) return;
  throw refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}
