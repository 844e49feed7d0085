import { clashesWithFirst, partsOf, type Term } from "@gatehouse/contract/entities/variable/equation";
import { variableTexts } from "@gatehouse/contract/entities/variable/variable.messages";
import type { Variable, VariableDraft } from "@gatehouse/contract/entities/variable/variable.schema";
import {
  capacityOf,
  compileVariables,
  type Definition,
  dependentsOf,
  type LinearForm,
  rotateCycle,
} from "@gatehouse/engine/variables/linear-form";
import { sql } from "kysely";
import type { Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import { bulkUpsert } from "../resources/bulk.ts";

/** Weights and constants beyond these are no counts any more and would end up inexact. */
const largestWeight = 1_000_000;
const largestConstant = 1_000_000_000_000;
/** Equations over equations over equations: a scope with more than this would not be written down in good time. */
const mostWeights = 1_000_000;

/**
 * VAR-8: writes a variable's equation and what it comes down to, for itself and for everything that depends on it.
 * Whoever calls it holds the forms, and hands in the scope's variables with the changed one among them.
 */
export async function writeEquation(
  tx: Tx,
  id: number,
  draft: VariableDraft,
  inScope: readonly Variable[],
): Promise<void> {
  const terms = draft.type === "constant" ? [] : draft.value;
  const byId = new Map(inScope.map((variable) => [variable.id, variable]));
  refuseStrangers(draft, terms, byId);
  const definitions = inScope.map((variable) =>
    definitionOf(variable.id === id ? { ...variable, value: draft.value } : variable),
  );
  const forms = formsOf(id, definitions, byId);
  await writeTerms(tx, id, terms);
  const isSlot = (one: number) => byId.get(one)?.type === "base";
  const followers = [...dependentsOf(id, definitions)].flatMap((follower) => {
    const form = forms.get(follower);
    return form ? [{ id: follower, form, capacity: draft.scope === "epld" ? capacityOf(form, isSlot) : null }] : [];
  });
  await writeForms(tx, followers);
}

/** Refuses an equation over what does not belong in it, at its field. */
function refuseStrangers(draft: VariableDraft, terms: readonly Term[], byId: ReadonlyMap<number, Variable>): void {
  const used = partsOf(terms).map((part) => byId.get(part.id));
  if (used.includes(undefined)) throw refuseEquation(variableTexts.notInScope);
  if (draft.type !== "camera" && draft.type !== "sensor") return;
  const isOwn = (variable: Variable | undefined) =>
    variable?.type === "base" &&
    (draft.type === "camera" ? variable.cameraId === draft.cameraId : variable.sensorId === draft.sensorId);
  const isCamera = draft.type === "camera";
  if (!used.every(isOwn)) throw refuseEquation(isCamera ? variableTexts.notOfCamera : variableTexts.notOfSensor);
  // VAR-4: entry and exit never share an equation.
  if (used.some((variable) => clashesWithFirst(used[0]?.name, variable?.name ?? "")))
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
    const message = variableTexts.circle(rotateCycle(id, compiled.cycle).map((one) => byId.get(one)?.name ?? ""));
    throw refuse("variable/circle", { message, errors: [{ path: "value", message }] });
  }
  if (isTooLarge([...compiled.forms.values()])) throw refuseEquation(variableTexts.tooLarge);
  return compiled.forms;
}

function isTooLarge(forms: readonly LinearForm[]): boolean {
  if (forms.reduce((count, { weights }) => count + weights.size, 0) > mostWeights) return true;
  return forms.some(
    ({ constant, weights }) =>
      Math.abs(constant) > largestConstant || [...weights.values()].some((weight) => Math.abs(weight) > largestWeight),
  );
}

function refuseEquation(message: string) {
  return refuse("request/invalid", { message, errors: [{ path: "value", message }] });
}

/** Only the terms that differ are written, so that the audit trail shows what was changed. */
async function writeTerms(tx: Tx, equationOf: number, terms: readonly Term[]): Promise<void> {
  const rows = partsOf(terms).map(({ id, sign }, position) => ({ equationOf, position, variableId: id, sign }));
  const columns = { equationOf: "integer", position: "integer", variableId: "integer", sign: "integer" };
  await bulkUpsert(tx, { table: "variable_terms", key: ["equationOf", "position"], columns }, rows);
  await tx
    .deleteFrom("variable_terms")
    .where("equationOf", "=", equationOf)
    .where("position", ">=", rows.length)
    .execute();
}

interface WrittenForm {
  id: number;
  form: LinearForm;
  capacity: number | null;
}

/** Writes what variables come down to, and their values from the sums of what moved them. */
async function writeForms(tx: Tx, written: readonly WrittenForm[]): Promise<void> {
  const ids = written.map(({ id }) => id);
  const weights = written.flatMap(({ id, form }) =>
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
      ${written.map(({ form }) => form.constant)}::double precision[],
      ${written.map(({ capacity }) => capacity)}::double precision[]) as form(id, constant, capacity)
    where v.id = form.id`.execute(tx);
}
