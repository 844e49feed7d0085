import * as z from "zod";
import { maxInteger } from "../fields/number.ts";
import { reason } from "../fields/reason.ts";
import { chosenId, recordId, version } from "../fields/record.ts";
import { requiredOr } from "../fields/required.ts";
import { requiredText } from "../fields/text.ts";
import { instant } from "../fields/time.ts";
import { variableTexts } from "./variable.messages.ts";

/** The parts of the product that have variables. */
export const variableScopes = ["epld", "cc", "rfid-ac", "loop"] as const;

export type VariableScope = (typeof variableScopes)[number];

/** The operators of an equation. */
export const operations = ["addition", "subtraction"] as const;

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

/** Drops an operator without a variable after it. */
export const withoutTrailingOperator = (terms: readonly Term[]): readonly Term[] =>
  terms.at(-1)?.type === "operation" ? terms.slice(0, -1) : terms;

/** An equation is variable, operator, variable …, and every variable is chosen. */
export const isEquation = (terms: readonly Term[]): boolean =>
  terms.length % 2 === 1 &&
  terms.every((term, index) => (index % 2 === 0 ? term.type === "variable" && term.id > 0 : term.type === "operation"));

/** The direction in a name: "En" for entry, "Ex" for exit; unknown with both or neither. */
function wayOf(name: string): "En" | "Ex" | undefined {
  const isEntry = name.includes("En");
  const isExit = name.includes("Ex");
  if (isEntry === isExit) return undefined;
  return isEntry ? "En" : "Ex";
}

/** Entry and exit can't be mixed in an equation; the first variable decides. */
export function clashesWithFirst(first: string | undefined, name: string): boolean {
  if (first === undefined) return false;
  const ways = [wayOf(first), wayOf(name)];
  return ways.includes("En") && ways.includes("Ex");
}

const maxTerms = 999;
const maxExamples = 20;
const maxAmount = 1_000_000_000;

const amount = z.number(requiredOr("Must be a number")).min(-maxAmount, "Is too small").max(maxAmount, "Is too large");
const name = requiredText(100, variableTexts.missingName);

/** The scope of a variable, in a body or a query. */
export const variableScope = z.enum(variableScopes, `Must be one of ${variableScopes.join(", ")}`);
const publish = z.boolean("Must be true or false").default(false);

/** 0 stands for a variable that is not selected yet. */
const termId = z
  .int(variableTexts.invalidEquation)
  .min(0, variableTexts.invalidEquation)
  .max(maxInteger, variableTexts.invalidEquation);

const term = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("variable"), id: termId }),
    z.strictObject({
      type: z.literal("operation"),
      operation: z.enum(operations, variableTexts.invalidEquation),
    }),
  ],
  variableTexts.invalidEquation,
);

/** An entered equation; a trailing operator is dropped. */
export const equation = z
  .array(term, variableTexts.invalidEquation)
  .max(maxTerms, `At most ${maxTerms} terms`)
  .transform((terms): Term[] => [...withoutTrailingOperator(terms)])
  .refine(isEquation, variableTexts.invalidEquation);

/** An example with the expected result of an equation: "3 in, 1 out, capacity 100 gives 98". */
const example = z.strictObject({
  inputs: z.array(z.strictObject({ variableId: recordId, value: amount })).max(maxTerms),
  expected: amount,
});

/** An example of an equation. */
export type VariableExample = z.output<typeof example>;

/** The actual result of an example; a variable without a value counts as 0. */
export function exampleResult(terms: readonly Term[], { inputs }: VariableExample): number {
  const values = new Map(inputs.map(({ variableId, value }) => [variableId, value]));
  return valueOfEquation(terms, (id) => values.get(id) ?? 0);
}

const examples = z.array(example).max(maxExamples, `At most ${maxExamples} examples`).default([]);
const common = { name, scope: variableScope, publish };
const computed = { ...common, value: equation, examples };

interface WithExamples {
  value: readonly Term[];
  examples: readonly VariableExample[];
}

/** Reports examples with a wrong result or with variables that are not in the equation. */
function checkExamples({ value, issues }: { value: WithExamples; issues: z.core.$ZodRawIssue[] }): void {
  const used = new Set(partsOf(value.value).map(({ id }) => id));
  value.examples.forEach((given, index) => {
    const path = ["examples", index, "expected"];
    const result = exampleResult(value.value, given);
    if (given.inputs.some(({ variableId }) => !used.has(variableId)))
      issues.push({ code: "custom", path, input: given, message: "This variable is not in the equation" });
    else if (result !== given.expected)
      issues.push({ code: "custom", path, input: given, message: `The equation gives ${result}` });
  });
}

/** A number with a name. */
export const constantDraft = z.strictObject({ type: z.literal("constant"), ...common, value: amount });

/** An equation over the values of one camera. */
export const cameraVariableDraft = z
  .strictObject({
    type: z.literal("camera"),
    ...computed,
    cameraId: chosenId(variableTexts.noCamera),
  })
  .check(checkExamples);

/** An equation over the values of one slot controller. */
export const sensorVariableDraft = z
  .strictObject({
    type: z.literal("sensor"),
    ...computed,
    sensorId: chosenId(variableTexts.noSensor),
  })
  .check(checkExamples);

/** An equation over any variables of the scope. */
export const dynamicDraft = z.strictObject({ type: z.literal("dynamic"), ...computed }).check(checkExamples);

/** The input for a variable; base variables come with their cameras and sensors. */
export const variableDraft = z.discriminatedUnion("type", [
  constantDraft,
  cameraVariableDraft,
  sensorVariableDraft,
  dynamicDraft,
]);

/** The update of a variable; a base variable can be sent back, but not changed. */
export const variableUpdate = z.discriminatedUnion("type", [
  ...variableDraft.options,
  z.strictObject({ type: z.literal("base"), ...common, value: z.array(term), examples }),
]);

/** The validated update of a variable. */
export type VariableUpdate = z.output<typeof variableUpdate>;

/** The validated input for a variable. */
export type VariableDraft = z.output<typeof variableDraft>;

/** A variable as the server returns it. */
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
  /** How the reporting dashboard shows it. */
  displayName: z.string().nullable(),
  maxValue: z.number().nullable(),
  cameraId: recordId.nullable(),
  sensorId: recordId.nullable(),
  /** The camera, slot controller, loop or reader that a value comes from; the two ids say which, also for a base variable. */
  sourceName: z.string().nullable(),
  examples: z.array(example),
  /** When it was last published. */
  publishedAt: instant.nullable(),
  /** Whether the last publication is still pending. */
  isPublishing: z.boolean(),
});
variable.register(z.globalRegistry, {
  id: "Variable",
  description: "A number of the site: counted, computed or constant",
});

export type Variable = z.output<typeof variable>;

/** How the reporting dashboard should show a variable. */
export const dashboardMapping = z.strictObject({
  displayName: requiredText(100),
  maxValue: z.number(requiredOr("Must be a number")).positive("Must be positive").max(maxAmount, "Is too large"),
});

/** A mapped variable with its values of today. */
const gauge = z.object({
  id: recordId,
  name: z.string(),
  displayName: z.string(),
  /** Null for a mapping without a maximum. */
  maxValue: z.number().nullable(),
  value: z.number(),
  lowest: z.number(),
  highest: z.number(),
  /** The value at the start of the day and after each change; at most one point per five minutes. */
  points: z.array(z.object({ at: instant, value: z.number() })),
});

/** The reporting dashboard: the mapped variables, over the site's current day. */
export const dashboard = z.object({
  from: instant,
  now: instant,
  to: instant,
  gauges: z.array(gauge),
});
dashboard.register(z.globalRegistry, {
  id: "VariableDashboard",
  description: "The reporting dashboard: the mapped variables, over the site's current day",
});

/** The reporting dashboard. */
export type Dashboard = z.output<typeof dashboard>;

/** A mapped variable with its values of today. */
export type Gauge = Dashboard["gauges"][number];

/** A manual correction with its reason. */
export const correctionDraft = z.strictObject({
  value: amount,
  reason,
});

/** An event or correction that changed a value. */
export const movement = z.object({
  /** May exceed the range of a record id. */
  id: z.int().positive(),
  at: instant,
  kind: z.enum(["event", "correction"]),
  /** The variable that changed, and the effect on the requested one. */
  variableId: recordId,
  variableName: z.string(),
  delta: z.number(),
  effect: z.number(),
  /** The person who corrected it, and the reason. */
  by: z.string().nullable(),
  reason: z.string().nullable(),
  eventId: z.int().nullable(),
});
movement.register(z.globalRegistry, {
  id: "VariableMovement",
  description: "An event or correction that changed a value",
});

/** An event or correction that changed a value. */
export type Movement = z.output<typeof movement>;

/** A record that prevents the deletion of a variable, camera or sensor. */
export const dependentVariable = z.object({ kind: z.string(), id: recordId, name: z.string() });
dependentVariable.register(z.globalRegistry, {
  id: "DependentVariable",
  description: "A record that prevents the deletion of a variable, camera or sensor",
});
