import { partsOf, type Term, valueOfEquation } from "@gatehouse/contract/entities/variable/equation";
import { parseDecimal } from "../../forms/field.ts";

/** An example as a form holds it: what was typed, or the numbers that are stored. */
export interface ExampleDraft {
  readonly inputs: readonly { readonly variableId: number; readonly value: number | string }[];
  readonly expected: number | string;
}

/** The variables of an equation, each once. */
export const variablesOf = (terms: readonly Term[]): readonly number[] => [
  ...new Set(partsOf(terms).map(({ id }) => id)),
];

/** What was typed for a variable of an example; nothing typed is an empty text. */
export const inputOf = ({ inputs }: ExampleDraft, id: number): string =>
  String(inputs.find(({ variableId }) => variableId === id)?.value ?? "");

/** An example with another text for one of its variables. */
export const withInput = (example: ExampleDraft, id: number, value: string): ExampleDraft => ({
  ...example,
  inputs: [...example.inputs.filter(({ variableId }) => variableId !== id), { variableId: id, value }],
});

/** What the equation gives for an example; undefined while something in it is no number. */
export function resultOf(terms: readonly Term[], example: ExampleDraft): number | undefined {
  const result = valueOfEquation(terms, (id) => Number(numberOr(inputOf(example, id), 0)));
  return Number.isNaN(result) ? undefined : result;
}

/** What is sent: a value for each variable of the equation, in its order; one that was left empty counts as nothing. */
export const sentExamples = (value: unknown, terms: readonly Term[]) =>
  (value as readonly ExampleDraft[]).map((example) => ({
    inputs: variablesOf(terms).map((variableId) => ({ variableId, value: numberOr(inputOf(example, variableId), 0) })),
    expected: numberOr(String(example.expected)),
  }));

function numberOr(text: string, ifEmpty?: number): number | string | undefined {
  const typed = text.trim();
  return typed === "" ? ifEmpty : parseDecimal(typed);
}
