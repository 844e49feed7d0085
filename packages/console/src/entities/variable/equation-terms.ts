import { type Part, partsOf, type Term } from "@gatehouse/contract/entities/variable/equation";
import type { Variable } from "@gatehouse/contract/entities/variable/variable.schema";

/** An equation of variables with their signs; the first one is always added, so its sign is not written. */
export const termsOf = (parts: readonly Part[]): Term[] =>
  parts.flatMap(({ id, sign }, place): Term[] => {
    const operation = sign === 1 ? "addition" : "subtraction";
    return place === 0
      ? [{ type: "variable", id }]
      : [
          { type: "operation", operation },
          { type: "variable", id },
        ];
  });

/** The equation of a variable; a constant and a base variable have none. */
export const equationOf = ({ value }: Pick<Variable, "value">): readonly Term[] =>
  typeof value === "number" ? [] : value;

/** An equation in words: "Capacity − Entries + Exits". */
export const equationText = (terms: readonly Term[], nameOf: (id: number) => string): string =>
  partsOf(terms)
    .map(({ id, sign }, place) => (place === 0 ? nameOf(id) : `${sign === 1 ? "+" : "−"} ${nameOf(id)}`))
    .join(" ");

/** A variable's name beside its camera's or sensor's, which it begins with: "Slot 4" of "Basement North Slot 4". */
export const nameBeside = (source: string | null | undefined, name: string): string =>
  source && name.startsWith(`${source} `) ? name.slice(source.length + 1) : name;

/** VAR-8: the variables that an equation of this one must not contain: itself, and whatever depends on it. */
export function dependingOn(id: number, all: readonly Variable[]): ReadonlySet<number> {
  const users = new Map<number, number[]>();
  for (const variable of all) {
    for (const part of partsOf(equationOf(variable))) {
      users.set(part.id, [...(users.get(part.id) ?? []), variable.id]);
    }
  }
  const found = new Set([id]);
  // A set that grows while it is walked through hands out what was added as well.
  for (const one of found) for (const user of users.get(one) ?? []) found.add(user);
  return found;
}
