import { isDeepStrictEqual } from "node:util";
import { assertFound } from "@gatehouse/contract/assert-found";
import type { Variable, VariableDraft, VariableScope, VariableUpdate } from "@gatehouse/contract/entities/variable";
import { clashesWithFirst, partsOf, type Term } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import {
  capacityOf,
  compileVariables,
  type Definition,
  dependentsOf,
  type LinearForm,
  rotateCycle,
} from "@gatehouse/engine/variables/linear-form";
import { sql } from "kysely";
import { listPendingIds } from "../../alert/variable-publish.store.ts";
import type { ReadDb, Tx } from "../../platform/database/database.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { bulkUpsert } from "../../platform/resources/bulk.ts";
import { mapConstraintErrors } from "../../platform/resources/constraint.ts";
import { deleteRow } from "../../platform/resources/delete-row.ts";
import { lockRow, rejectOutdated, updateRow } from "../../platform/resources/versioned-row.ts";
import { lockVariables } from "./variable-ledger.store.ts";

/** Larger weights and constants would lose precision. */
const maxWeight = 1_000_000;
const maxConstant = 1_000_000_000_000;
/** Nested equations can multiply the weights of a scope; storing more would take too long. */
const maxWeights = 1_000_000;

/**
 * Stores a variable's equation, and the linear forms of the variable and of everything that depends on it.
 * The caller holds the lock of `lockVariables` and passes all variables of the scope, including this one.
 */
async function saveEquation(tx: Tx, id: number, draft: VariableDraft, inScope: readonly Variable[]): Promise<void> {
  const terms = draft.type === "constant" ? [] : draft.value;
  const byId = new Map(inScope.map((variable) => [variable.id, variable]));
  validateTerms(draft, terms, byId);
  const definitions = inScope.map((variable) =>
    definitionOf(variable.id === id ? { ...variable, value: draft.value } : variable),
  );
  const forms = formsOf(id, definitions, byId);
  await saveTerms(tx, id, terms);
  const isSlot = (one: number) => byId.get(one)?.type === "base";
  const followers = [...dependentsOf(id, definitions)].flatMap((follower) => {
    const form = forms.get(follower);
    return form ? [{ id: follower, form, capacity: draft.scope === "epld" ? capacityOf(form, isSlot) : null }] : [];
  });
  await saveForms(tx, followers);
}

/** Rejects an equation with variables that it may not use. */
function validateTerms(draft: VariableDraft, terms: readonly Term[], byId: ReadonlyMap<number, Variable>): void {
  const parts = partsOf(terms).map((part) => byId.get(part.id));
  const used = parts.filter((variable) => variable !== undefined);
  if (used.length < parts.length) throw equationError(variableTexts.notInScope);
  if (draft.type !== "camera" && draft.type !== "sensor") return;
  const isOwn = (variable: Variable) =>
    variable.type === "base" &&
    (draft.type === "camera" ? variable.cameraId === draft.cameraId : variable.sensorId === draft.sensorId);
  const isCamera = draft.type === "camera";
  if (!used.every(isOwn)) throw equationError(isCamera ? variableTexts.notOfCamera : variableTexts.notOfSensor);
  // Entry and exit never share an equation.
  if (used.some((variable) => clashesWithFirst(used[0]?.name, variable.name)))
    throw equationError(variableTexts.entryAndExit);
}

function definitionOf({ id, type, value }: Pick<Variable, "id" | "type" | "value">): Definition {
  if (typeof value === "number") return { id, kind: "constant", value };
  return type === "base" ? { id, kind: "base" } : { id, kind: "equation", terms: value };
}

function formsOf(
  id: number,
  definitions: readonly Definition[],
  byId: ReadonlyMap<number, Variable>,
): ReadonlyMap<number, LinearForm> {
  const compiled = compileVariables(definitions);
  if (!compiled.ok) {
    const message = variableTexts.circle(
      rotateCycle(id, compiled.cycle).map((one) => assertFound(byId.get(one), "a circle of unknown variables").name),
    );
    throw httpError("variable/circle", { message, errors: [{ path: "value", message }] });
  }
  if (isTooLarge([...compiled.forms.values()])) throw equationError(variableTexts.tooLarge);
  return compiled.forms;
}

function isTooLarge(forms: readonly LinearForm[]): boolean {
  if (forms.reduce((count, { weights }) => count + weights.size, 0) > maxWeights) return true;
  return forms.some(
    ({ constant, weights }) =>
      Math.abs(constant) > maxConstant || [...weights.values()].some((weight) => Math.abs(weight) > maxWeight),
  );
}

function equationError(message: string) {
  return httpError("request/invalid", { message, errors: [{ path: "value", message }] });
}

/** Writes only the terms that differ, so that the audit log shows only the changes. */
async function saveTerms(tx: Tx, equationOf: number, terms: readonly Term[]): Promise<void> {
  const rows = partsOf(terms).map(({ id, sign }, position) => ({ equationOf, position, variableId: id, sign }));
  const columns = { equationOf: "integer", position: "integer", variableId: "integer", sign: "integer" };
  await bulkUpsert(tx, { table: "variable_terms", key: ["equationOf", "position"], columns }, rows);
  await tx
    .deleteFrom("variable_terms")
    .where("equationOf", "=", equationOf)
    .where("position", ">=", rows.length)
    .execute();
}

interface VariableForm {
  id: number;
  form: LinearForm;
  capacity: number | null;
}

/** Stores linear forms and recomputes the values of their variables. */
async function saveForms(tx: Tx, forms: readonly VariableForm[]): Promise<void> {
  const ids = forms.map(({ id }) => id);
  const weights = forms.flatMap(({ id, form }) =>
    [...form.weights].map(([movedId, weight]) => ({ movedId, variableId: id, weight })),
  );
  await sql`delete from variable_weights where "variableId" = any(${ids})`.execute(tx);
  await sql`
    insert into variable_weights ("movedId", "variableId", weight)
    select * from unnest(
      ${weights.map(({ movedId }) => movedId)}::integer[],
      ${weights.map(({ variableId }) => variableId)}::integer[],
      ${weights.map(({ weight }) => weight)}::integer[])`.execute(tx);
  await sql`
    update variables v
    set "formConstant" = on_grid(form.constant), "totalCapacity" = on_grid(form.capacity),
      "computedValue" = on_grid(form.constant + coalesce((
        select sum(w.weight * moved."ledgerValue")
        from variable_weights w join variables moved on moved.id = w."movedId"
        where w."variableId" = v.id), 0))
    from unnest(
      ${ids}::integer[],
      ${forms.map(({ form }) => form.constant)}::double precision[],
      ${forms.map(({ capacity }) => capacity)}::double precision[]) as form(id, constant, capacity)
    where v.id = form.id`.execute(tx);
}

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
  if (!row || (scope !== undefined && row.scope !== scope)) throw httpError("record/not-found");
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
  rejectOutdated(before, ifMatch);
  return before;
}

/** Updates a locked variable and everything that depends on it. */
export async function changeVariable(tx: Tx, before: Variable, draft: VariableUpdate): Promise<Variable> {
  const { id } = before;
  if (before.type === "base" && !isUnchanged(before, draft)) throw httpError("variable/base");
  rejectTypeChange(before, draft);
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
  if (type === "base") throw httpError("variable/base");
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
  rejectOutdated(before, ifMatch);
  if (mapping.displayName !== null && (before.scope !== "rfid-ac" || before.type === "constant"))
    throw httpError("variable/not-mappable");
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

function rejectTypeChange(before: Variable, draft: VariableUpdate): void {
  const errors = (["type", "scope"] as const)
    .filter((path) => draft[path] !== before[path])
    .map((path) => ({ path, message: "Cannot be changed" }));
  if (errors.length === 0) return;
  throw httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}
