import { appendTo, listIn } from "@gatehouse/contract/collections";
import { type Part, partsOf, type Term, type Variable } from "@gatehouse/contract/entities/variable";

/** Converts signed variables to terms; the first variable has no operator. */
export const toTerms = (parts: readonly Part[]): Term[] =>
  parts.flatMap(({ id, sign }, index): Term[] => {
    const operation = sign === 1 ? "addition" : "subtraction";
    return index === 0
      ? [{ type: "variable", id }]
      : [
          { type: "operation", operation },
          { type: "variable", id },
        ];
  });

/** The equation of a variable; constants and base variables have none. */
export const equationOf = ({ value }: Pick<Variable, "value">): readonly Term[] =>
  typeof value === "number" ? [] : value;

/** Formats an equation: "Capacity − Entries + Exits". */
export const formatEquation = (terms: readonly Term[], nameOf: (id: number) => string): string =>
  partsOf(terms)
    .map(({ id, sign }, index) => (index === 0 ? nameOf(id) : `${sign === 1 ? "+" : "−"} ${nameOf(id)}`))
    .join(" ");

/** Shortens a variable's name by that of its source: "Slot 4" instead of "Basement North Slot 4". */
export const shortenName = (source: string | null | undefined, name: string): string =>
  source && name.startsWith(`${source} `) ? name.slice(source.length + 1) : name;

/** The variables that this one's equation must not use: itself and its dependents. */
export function findDependents(id: number, all: readonly Variable[]): ReadonlySet<number> {
  const users = new Map<number, number[]>();
  for (const variable of all) {
    for (const part of partsOf(equationOf(variable))) {
      appendTo(users, part.id, variable.id);
    }
  }
  const found = new Set([id]);
  // A set that grows during iteration also yields the added items.
  for (const one of found) for (const user of listIn(users, one)) found.add(user);
  return found;
}
