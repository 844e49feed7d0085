import { addTo, listIn } from "@gatehouse/contract/collections";
import { partsOf, type Term } from "@gatehouse/contract/entities/variable";

/** A variable: a base value that events change, a constant, or an equation over other variables. */
export type Definition =
  | { readonly id: number; readonly kind: "base" }
  | { readonly id: number; readonly kind: "constant"; readonly value: number }
  | { readonly id: number; readonly kind: "equation"; readonly terms: readonly Term[] };

/**
 * A variable as a constant plus weighted movements of variables. A variable that is not a constant contains its own
 * movements with weight 1: the events of a base value, or the corrections of a computed one.
 */
export interface LinearForm {
  readonly constant: number;
  readonly weights: ReadonlyMap<number, number>;
}

/** The form of every variable, or a cycle among the equations. */
export type Compiled =
  | { readonly ok: true; readonly forms: ReadonlyMap<number, LinearForm> }
  | { readonly ok: false; readonly cycle: readonly number[] };

/** Compiles equations once, so an event updates only the variables it affects; cycles are rejected. */
export function compileVariables(definitions: readonly Definition[]): Compiled {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const forms = new Map<number, LinearForm>();
  for (const { id } of definitions) {
    const cycle = compileFrom(id, byId, forms);
    if (cycle) return { ok: false, cycle };
  }
  return { ok: true, forms };
}

/** Depth-first without recursion, because equations can be nested thousands deep. */
function compileFrom(
  start: number,
  byId: ReadonlyMap<number, Definition>,
  forms: Map<number, LinearForm>,
): number[] | undefined {
  const path = [start];
  const onPath = new Set(path);
  while (path.length > 0) {
    const id = path.at(-1) ?? start;
    const missing = partsIn(byId.get(id)).find((part) => !forms.has(part.id));
    if (missing === undefined) {
      forms.set(id, formOf(id, byId.get(id), forms));
      onPath.delete(id);
      path.pop();
    } else if (onPath.has(missing.id)) {
      return [...path.slice(path.indexOf(missing.id)), missing.id];
    } else {
      path.push(missing.id);
      onPath.add(missing.id);
    }
  }
  return undefined;
}

function formOf(id: number, definition: Definition | undefined, forms: ReadonlyMap<number, LinearForm>): LinearForm {
  // A missing variable counts as 0; foreign keys prevent this.
  if (definition === undefined) return { constant: 0, weights: new Map() };
  if (definition.kind === "constant") return { constant: definition.value, weights: new Map() };
  let constant = 0;
  const weights = new Map([[id, 1]]);
  for (const { id: part, sign } of partsIn(definition)) {
    const form = forms.get(part);
    if (!form) continue;
    constant += sign * form.constant;
    for (const [moved, weight] of form.weights) addTo(weights, moved, sign * weight);
  }
  for (const [moved, weight] of weights) if (weight === 0) weights.delete(moved);
  return { constant, weights };
}

const partsIn = (definition: Definition | undefined) =>
  definition?.kind === "equation" ? partsOf(definition.terms) : [];

/** The value of a form, given the sum of each variable's movements. */
export function valueOfForm({ constant, weights }: LinearForm, movedBy: (id: number) => number): number {
  let value = constant;
  for (const [moved, weight] of weights) value += weight * movedBy(moved);
  return value;
}

/** The value of a form with every slot free and no corrections. */
export const capacityOf = (form: LinearForm, isSlot: (id: number) => boolean): number =>
  valueOfForm(form, (id) => (isSlot(id) ? 1 : 0));

/** A variable and all variables whose equations use it, directly or indirectly. */
export function dependentsOf(id: number, definitions: readonly Definition[]): ReadonlySet<number> {
  const uses = definitions.flatMap((definition) =>
    partsIn(definition).map((part) => ({ part: part.id, user: definition.id })),
  );
  const users = Map.groupBy(uses, ({ part }) => part);
  const dependents = new Set([id]);
  // Iterating a set includes the items added meanwhile.
  for (const dependent of dependents) for (const { user } of listIn(users, dependent)) dependents.add(user);
  return dependents;
}

/** Rotates a cycle so that it starts with the given variable. */
export function rotateCycle(id: number, cycle: readonly number[]): readonly number[] {
  const ring = cycle.slice(1);
  const place = ring.indexOf(id);
  if (place === -1) return cycle;
  return [...ring.slice(place), ...ring.slice(0, place), id];
}
