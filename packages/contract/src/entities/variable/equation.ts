/** The operators of an equation. */
export const operations = ["addition", "subtraction"] as const;

/** One of the operations. */
export type Operation = (typeof operations)[number];

/** A part of an equation: a variable or an operator. */
export type Term =
  | { readonly type: "variable"; readonly id: number }
  | { readonly type: "operation"; readonly operation: Operation };

/** A variable of an equation with its sign. */
export interface Part {
  readonly id: number;
  readonly sign: 1 | -1;
}

/** The variables of an equation, each with its sign. */
export function partsOf(terms: readonly Term[]): Part[] {
  const parts: Part[] = [];
  let sign: 1 | -1 = 1;
  for (const term of terms) {
    if (term.type === "operation") sign = term.operation === "addition" ? 1 : -1;
    else parts.push({ id: term.id, sign });
  }
  return parts;
}

const grid = 1_000_000;

/** The value of an equation, rounded to millionths so that 0.1 + 0.2 is 0.3. */
export const valueOfEquation = (terms: readonly Term[], read: (id: number) => number): number =>
  Math.round(partsOf(terms).reduce((sum, { id, sign }) => sum + sign * read(id), 0) * grid) / grid;

/** VAR-3: drops an operator without a variable after it. */
export const withoutTrailingOperator = (terms: readonly Term[]): readonly Term[] =>
  terms.at(-1)?.type === "operation" ? terms.slice(0, -1) : terms;

/** VAR-3: an equation is variable, operator, variable …, and every variable is chosen. */
export const isEquation = (terms: readonly Term[]): boolean =>
  terms.length % 2 === 1 &&
  terms.every((term, place) => (place % 2 === 0 ? term.type === "variable" && term.id > 0 : term.type === "operation"));

/** The direction in a name: "En" for entry, "Ex" for exit; unknown with both or neither. */
function wayOf(name: string): "En" | "Ex" | undefined {
  const isEntry = name.includes("En");
  const isExit = name.includes("Ex");
  if (isEntry === isExit) return undefined;
  return isEntry ? "En" : "Ex";
}

/** VAR-4: entry and exit can't be mixed in an equation; the first variable decides. */
export function clashesWithFirst(first: string | undefined, name: string): boolean {
  if (first === undefined) return false;
  const ways = [wayOf(first), wayOf(name)];
  return ways.includes("En") && ways.includes("Ex");
}
