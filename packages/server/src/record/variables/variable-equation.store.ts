import { assertFound } from "@gatehouse/contract/assert-found";
import {
  clashesWithFirst,
  partsOf,
  type Term,
  type Variable,
  type VariableDraft,
} from "@gatehouse/contract/entities/variable";
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
import type { Tx } from "../../platform/database/database.ts";
import { refuse } from "../../platform/http/refusal.ts";
import { bulkUpsert } from "../../platform/resources/bulk.ts";

/** Larger weights and constants would lose precision. */
const maxWeight = 1_000_000;
const maxConstant = 1_000_000_000_000;
/** Nested equations can multiply the weights of a scope; storing more would take too long. */
const maxWeights = 1_000_000;

/**
 * Stores a variable's equation, and the linear forms of the variable and of everything that depends on it.
 * The caller holds the lock of `lockVariables` and passes all variables of the scope, including this one.
 */
export async function saveEquation(
  tx: Tx,
  id: number,
  draft: VariableDraft,
  inScope: readonly Variable[],
): Promise<void> {
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

/** Refuses an equation with variables that it may not use. */
function validateTerms(draft: VariableDraft, terms: readonly Term[], byId: ReadonlyMap<number, Variable>): void {
  const parts = partsOf(terms).map((part) => byId.get(part.id));
  const used = parts.filter((variable) => variable !== undefined);
  if (used.length < parts.length) throw refuseEquation(variableTexts.notInScope);
  if (draft.type !== "camera" && draft.type !== "sensor") return;
  const isOwn = (variable: Variable) =>
    variable.type === "base" &&
    (draft.type === "camera" ? variable.cameraId === draft.cameraId : variable.sensorId === draft.sensorId);
  const isCamera = draft.type === "camera";
  if (!used.every(isOwn)) throw refuseEquation(isCamera ? variableTexts.notOfCamera : variableTexts.notOfSensor);
  // Entry and exit never share an equation.
  if (used.some((variable) => clashesWithFirst(used[0]?.name, variable.name)))
    throw refuseEquation(variableTexts.entryAndExit);
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
    throw refuse("variable/circle", { message, errors: [{ path: "value", message }] });
  }
  if (isTooLarge([...compiled.forms.values()])) throw refuseEquation(variableTexts.tooLarge);
  return compiled.forms;
}

function isTooLarge(forms: readonly LinearForm[]): boolean {
  if (forms.reduce((count, { weights }) => count + weights.size, 0) > maxWeights) return true;
  return forms.some(
    ({ constant, weights }) =>
      Math.abs(constant) > maxConstant || [...weights.values()].some((weight) => Math.abs(weight) > maxWeight),
  );
}

function refuseEquation(message: string) {
  return refuse("request/invalid", { message, errors: [{ path: "value", message }] });
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
