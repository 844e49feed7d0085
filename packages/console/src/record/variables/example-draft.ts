import { partsOf, type Term, valueOfEquation } from "@gatehouse/contract/entities/variable";
import { asText } from "@gatehouse/contract/fields/as-text";
import { parseDecimal } from "../../forms/field.ts";

/** An example in a form: typed text or stored numbers. */
export interface ExampleDraft {
  readonly inputs: readonly { readonly variableId: number; readonly value: number | string }[];
  readonly expected: number | string;
}

/** The distinct variables of an equation. */
export const variablesOf = (terms: readonly Term[]): readonly number[] => [
  ...new Set(partsOf(terms).map(({ id }) => id)),
];

/** The input for a variable; empty if there is none. */
export const inputOf = ({ inputs }: ExampleDraft, id: number): string =>
  asText(inputs.find(({ variableId }) => variableId === id)?.value);

/** Replaces the input for a variable. */
export const withInput = (example: ExampleDraft, id: number, value: string): ExampleDraft => ({
  ...example,
  inputs: [...example.inputs.filter(({ variableId }) => variableId !== id), { variableId: id, value }],
});

/** Result of the equation for an example; undefined if an input is not a number. */
export function evaluateExample(terms: readonly Term[], example: ExampleDraft): number | undefined {
  const result = valueOfEquation(terms, (id) => Number(numberOr(inputOf(example, id), 0)));
  return Number.isNaN(result) ? undefined : result;
}

/** Converts examples to a payload: a value for each variable in order, 0 for an empty one. */
export const toExamplePayload = (value: unknown, terms: readonly Term[]) =>
  (value as readonly ExampleDraft[]).map((example) => ({
    inputs: variablesOf(terms).map((variableId) => ({ variableId, value: numberOr(inputOf(example, variableId), 0) })),
    expected: numberOr(String(example.expected)),
  }));

function numberOr(text: string, ifEmpty?: number): number | string | undefined {
  const typed = text.trim();
  return typed === "" ? ifEmpty : parseDecimal(typed);
}
