/** A part of an equation: a variable, or how the next one is joined. */
export type Term =
  | { readonly type: "variable"; readonly id: number }
  | { readonly type: "operation"; readonly operation: "addition" | "subtraction" };

/** A variable as its equation sees it: a base value that events move, a constant, or an equation over others. */
export type Definition =
  | { readonly id: number; readonly kind: "base" }
  | { readonly id: number; readonly kind: "constant"; readonly value: number }
  | { readonly id: number; readonly kind: "equation"; readonly terms: readonly Term[] };

/** What an equation comes down to: a constant and how often each base value counts. */
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
    const missing = partsOf(byId.get(id)).find((part) => !forms.has(part.id));
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
  if (definition.kind === "base") return { constant: 0, weights: new Map([[id, 1]]) };
  if (definition.kind === "constant") return { constant: definition.value, weights: new Map() };
  let constant = 0;
  const weights = new Map<number, number>();
  for (const { id: part, sign } of partsOf(definition)) {
    const form = forms.get(part);
    constant += sign * (form?.constant ?? 0);
    for (const [base, weight] of form?.weights ?? []) weights.set(base, (weights.get(base) ?? 0) + sign * weight);
  }
  for (const [base, weight] of weights) if (weight === 0) weights.delete(base);
  return { constant, weights };
}

/** The variables of an equation, each with the sign that it counts with. */
function partsOf(definition: Definition | undefined): { id: number; sign: 1 | -1 }[] {
  if (definition?.kind !== "equation") return [];
  const parts: { id: number; sign: 1 | -1 }[] = [];
  let sign: 1 | -1 = 1;
  for (const term of definition.terms) {
    if (term.type === "operation") sign = term.operation === "addition" ? 1 : -1;
    else parts.push({ id: term.id, sign });
  }
  return parts;
}

/** The value of a form for the base values as they are. */
export function valueOfForm({ constant, weights }: LinearForm, baseValue: (id: number) => number): number {
  let value = constant;
  for (const [base, weight] of weights) value += weight * baseValue(base);
  return value;
}

/** A variable that moves when a base value does, and by how much for each step. */
export interface Touched {
  readonly id: number;
  readonly weight: number;
}

/** Which variables each base value moves: what one event costs is the length of one of these lists. */
export function touchedBy(forms: ReadonlyMap<number, LinearForm>): ReadonlyMap<number, readonly Touched[]> {
  const touched = new Map<number, Touched[]>();
  for (const [id, { weights }] of forms) {
    for (const [base, weight] of weights) {
      const list = touched.get(base) ?? [];
      list.push({ id, weight });
      touched.set(base, list);
    }
  }
  return touched;
}
