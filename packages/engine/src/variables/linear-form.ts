import { partsOf, type Term } from "@gatehouse/contract/entities/variable/equation";

/** A variable as its equation sees it: a base value that events move, a constant, or an equation over others. */
export type Definition =
  | { readonly id: number; readonly kind: "base" }
  | { readonly id: number; readonly kind: "constant"; readonly value: number }
  | { readonly id: number; readonly kind: "equation"; readonly terms: readonly Term[] };

/**
 * What a variable comes down to: a constant, and how often the movements of each variable count. A variable that is no
 * constant counts itself once: events move a base value, and a person's correction moves the very number it is about.
 */
export interface LinearForm {
  readonly constant: number;
  readonly weights: ReadonlyMap<number, number>;
}

/** Every variable's form, or the circle that keeps one of them from having any. */
export type Compiled =
  | { readonly ok: true; readonly forms: ReadonlyMap<number, LinearForm> }
  | { readonly ok: false; readonly circle: readonly number[] };

/** VAR-8: compiles equations once, so that an event costs only the variables it touches; circles are refused. */
export function compileVariables(definitions: readonly Definition[]): Compiled {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]));
  const forms = new Map<number, LinearForm>();
  for (const { id } of definitions) {
    const circle = compileFrom(id, byId, forms);
    if (circle) return { ok: false, circle };
  }
  return { ok: true, forms };
}

/** Walks down without recursion, because equations over equations can be thousands deep. */
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
  // A variable that is gone counts as nothing; the database keeps that from happening.
  if (definition === undefined) return { constant: 0, weights: new Map() };
  if (definition.kind === "constant") return { constant: definition.value, weights: new Map() };
  let constant = 0;
  const weights = new Map([[id, 1]]);
  for (const { id: part, sign } of partsIn(definition)) {
    const form = forms.get(part);
    constant += sign * (form?.constant ?? 0);
    for (const [moved, weight] of form?.weights ?? []) weights.set(moved, (weights.get(moved) ?? 0) + sign * weight);
  }
  for (const [moved, weight] of weights) if (weight === 0) weights.delete(moved);
  return { constant, weights };
}

const partsIn = (definition: Definition | undefined) =>
  definition?.kind === "equation" ? partsOf(definition.terms) : [];

/** The value of a form for what the movements of each variable come to. */
export function valueOfForm({ constant, weights }: LinearForm, movedBy: (id: number) => number): number {
  let value = constant;
  for (const [moved, weight] of weights) value += weight * movedBy(moved);
  return value;
}

/** VAR-1: what a form comes to with every slot free and nothing corrected. */
export const capacityOf = (form: LinearForm, isSlot: (id: number) => boolean): number =>
  valueOfForm(form, (id) => (isSlot(id) ? 1 : 0));

/** A variable with everything whose equation it is part of, directly or through others: what a change of it changes. */
export function followersOf(id: number, definitions: readonly Definition[]): ReadonlySet<number> {
  const uses = definitions.flatMap((definition) =>
    partsIn(definition).map((part) => ({ part: part.id, user: definition.id })),
  );
  const users = Map.groupBy(uses, ({ part }) => part);
  const followers = new Set([id]);
  // A set tells of what is added to it while it is walked.
  for (const follower of followers) for (const { user } of users.get(follower) ?? []) followers.add(user);
  return followers;
}

/** A circle told from a given variable on: it has no beginning of its own. */
export function circleFrom(id: number, circle: readonly number[]): readonly number[] {
  const ring = circle.slice(1);
  const place = ring.indexOf(id);
  if (place === -1) return circle;
  return [...ring.slice(place), ...ring.slice(0, place), id];
}
