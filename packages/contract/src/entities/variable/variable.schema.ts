import * as z from "zod";
import { recordId, version } from "../../fields/record.ts";
import { requiredNumber } from "../../fields/required.ts";
import { requiredText } from "../../fields/text.ts";
import { instant } from "../../fields/time.ts";
import { isEquation, operations, partsOf, type Term, valueOfEquation, withoutTrailingOperator } from "./equation.ts";
import { variableTexts } from "./variable.messages.ts";
import { variableScopes } from "./variable-scope.ts";

const mostTerms = 999;
const mostExamples = 20;
const largest = 1_000_000_000;

const amount = z.number(requiredNumber("Must be a number")).min(-largest, "Is too small").max(largest, "Is too large");
const name = requiredText(100, variableTexts.missingName);
/** The id of something that has to be chosen first. */
const chosenId = (message: string) => z.int(message).positive(message).max(2_147_483_647, message);

/** The scope of a variable, in a body or a query. */
export const variableScope = z.enum(variableScopes, `Must be one of ${variableScopes.join(", ")}`);
const publish = z.boolean("Must be true or false").default(false);

const term = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("variable"), id: z.int(variableTexts.invalidEquation) }),
    z.strictObject({
      type: z.literal("operation"),
      operation: z.enum(operations, variableTexts.invalidEquation),
    }),
  ],
  variableTexts.invalidEquation,
);

/** VAR-3: an equation as it is entered; a trailing operator is dropped. */
export const equation = z
  .array(term, variableTexts.invalidEquation)
  .max(mostTerms, `At most ${mostTerms} terms`)
  .transform((terms): Term[] => [...withoutTrailingOperator(terms)])
  .refine(isEquation, variableTexts.invalidEquation);

/** What an equation should give for chosen values, said by a person: "3 in, 1 out, capacity 100 gives 98". */
const example = z.strictObject({
  inputs: z.array(z.strictObject({ variableId: recordId, value: amount })).max(mostTerms),
  expected: amount,
});

/** One such example. */
export type VariableExample = z.output<typeof example>;

/** What an example really gives; a variable without a value counts as nothing. */
export function exampleResult(terms: readonly Term[], { inputs }: VariableExample): number {
  const values = new Map(inputs.map(({ variableId, value }) => [variableId, value]));
  return valueOfEquation(terms, (id) => values.get(id) ?? 0);
}

const examples = z.array(example).max(mostExamples, `At most ${mostExamples} examples`).default([]);
const common = { name, scope: variableScope, publish };
const computed = { ...common, value: equation, examples };

interface WithExamples {
  value: readonly Term[];
  examples: readonly VariableExample[];
}

/** An example that the equation does not keep, or that speaks of other variables, is told where it stands. */
function checkExamples({ value, issues }: { value: WithExamples; issues: z.core.$ZodRawIssue[] }): void {
  const used = new Set(partsOf(value.value).map(({ id }) => id));
  value.examples.forEach((given, place) => {
    const path = ["examples", place, "expected"];
    const result = exampleResult(value.value, given);
    if (given.inputs.some(({ variableId }) => !used.has(variableId)))
      issues.push({ code: "custom", path, input: given, message: "This variable is not in the equation" });
    else if (result !== given.expected)
      issues.push({ code: "custom", path, input: given, message: `The equation gives ${result}` });
  });
}

/** VAR-3: a number with a name. */
export const constantDraft = z.strictObject({ type: z.literal("constant"), ...common, value: amount });

/** VAR-3: what one camera sees, added up. */
export const cameraVariableDraft = z
  .strictObject({
    type: z.literal("camera"),
    ...computed,
    cameraId: chosenId(variableTexts.noCamera),
  })
  .check(checkExamples);

/** VAR-3: what one slot controller's sensors see, added up. */
export const sensorVariableDraft = z
  .strictObject({
    type: z.literal("sensor"),
    ...computed,
    sensorId: chosenId(variableTexts.noSensor),
  })
  .check(checkExamples);

/** VAR-3: an equation over any variables of the scope. */
export const dynamicDraft = z.strictObject({ type: z.literal("dynamic"), ...computed }).check(checkExamples);

/** What a person enters for a variable; base variables come with their cameras and sensors. */
export const variableDraft = z.discriminatedUnion("type", [
  constantDraft,
  cameraVariableDraft,
  sensorVariableDraft,
  dynamicDraft,
]);

/** What a person entered for a variable, checked. */
export type VariableDraft = z.output<typeof variableDraft>;

/** A variable as the server answers it. */
export const variable = z.object({
  id: recordId,
  version,
  name: z.string(),
  type: z.enum(["base", "constant", "camera", "sensor", "dynamic"]),
  scope: z.enum(variableScopes),
  publish: z.boolean(),
  /** A constant's number; the terms of an equation; nothing for a base variable. */
  value: z.union([z.number(), z.array(term)]),
  computedValue: z.number(),
  /** EPLD: the value with every slot free. */
  totalCapacity: z.number().nullable(),
  /** VAR-7: how the reporting dashboard shows it. */
  displayName: z.string().nullable(),
  maxValue: z.number().nullable(),
  cameraId: recordId.nullable(),
  sensorId: recordId.nullable(),
  /** The camera, slot controller, loop or reader that a value comes from; the two ids tell which, also for a base variable. */
  sourceName: z.string().nullable(),
  examples: z.array(example),
  /** When the cloud last took it. */
  publishedAt: instant.nullable(),
  /** Whether the last publishing still waits to be taken. */
  isPublishing: z.boolean(),
});

/** A stored variable. */
export type Variable = z.output<typeof variable>;

/** VAR-7: how the reporting dashboard should show a variable. */
export const dashboardMapping = z.strictObject({
  displayName: requiredText(100),
  maxValue: z.number(requiredNumber("Must be a number")).positive("Must be positive").max(largest, "Is too large"),
});

/** What an operator counted, and why the count was wrong. */
export const correctionDraft = z.strictObject({
  value: amount,
  reason: requiredText(200, "Enter a reason"),
});

/** A line of the ledger behind a number: an event or a correction, and what it did to the number. */
export const movement = z.object({
  /** There are more movements than a record's id has room for. */
  id: z.int().positive(),
  at: instant,
  kind: z.enum(["event", "correction"]),
  /** The variable that moved, and how its step counts in the number that was asked for. */
  variableId: recordId,
  variableName: z.string(),
  delta: z.number(),
  effect: z.number(),
  /** Who corrected it, and why. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  eventId: z.int().nullable(),
});

/** One line of the ledger. */
export type Movement = z.output<typeof movement>;

/** VAR-6: something that keeps a variable, camera or sensor from being deleted. */
export const dependentVariable = z.object({ kind: z.string(), id: recordId, name: z.string() });
