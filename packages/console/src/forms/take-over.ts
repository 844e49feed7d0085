import type { Field, Values } from "./field.ts";

/** Whether two values of a form are the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface ChangedForm {
  readonly values: Values;
  set(name: string, value: unknown): void;
}

/**
 * Takes over what someone else saved in the fields that the user has not changed since they were opened, so that
 * overwriting saves the user's own changes only.
 */
export function takeOver(fields: readonly Field[], form: ChangedForm, opened: Values, theirs: Values): void {
  for (const { name } of fields)
    if (isSame(form.values[name], opened[name]) && !isSame(opened[name], theirs[name])) form.set(name, theirs[name]);
}
