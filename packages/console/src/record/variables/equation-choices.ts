import { clashesWithFirst, type Variable } from "@gatehouse/contract/entities/variable";
import { variableTexts } from "@gatehouse/contract/entities/variable.messages";
import { findDependents } from "./equation-terms.ts";
import { type AddedType, kinds } from "./variable-kinds.ts";

/** A variable that can be added to an equation, or the reason why not. */
export interface EquationChoice {
  readonly variable: Variable;
  readonly refused?: string;
}

/** Choices of the same source. */
export interface ChoiceGroup {
  readonly source: string;
  readonly choices: readonly EquationChoice[];
}

interface EquationForm {
  readonly type: AddedType;
  /** Camera or slot controller of the variable. */
  readonly sourceId: number | undefined;
  /** The stored variable being edited. */
  readonly edited: Variable | undefined;
  /** Name of the first variable in the equation. */
  readonly first: string | undefined;
}

const wouldRefer = "Circular reference";
const order = [...Object.keys(kinds), "base"];

/** The variables that an equation can use, in the order of the page. */
export function listChoices(
  all: readonly Variable[],
  { type, sourceId, edited, first }: EquationForm,
): EquationChoice[] {
  if (type !== "dynamic") {
    return all
      .filter((variable) => variable.type === "base" && sourceIdOf(variable, type) === sourceId)
      .map((variable) => rejectedIf(clashesWithFirst(first, variable.name), variable, variableTexts.entryAndExit));
  }
  const circular = edited === undefined ? new Set<number>() : findDependents(edited.id, all);
  return all
    .toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type))
    .map((variable) => rejectedIf(circular.has(variable.id), variable, wouldRefer));
}

/** Filters choices by name, limits their number and groups them by source. */
export function groupChoices(choices: readonly EquationChoice[], typed: string, most: number) {
  const text = typed.trim().toLowerCase();
  const found = choices.filter(({ variable }) => variable.name.toLowerCase().includes(text));
  const groups = new Map<string, EquationChoice[]>();
  for (const choice of found.slice(0, most)) {
    const source = sourceOf(choice.variable);
    const group = groups.get(source);
    if (group === undefined) groups.set(source, [choice]);
    else group.push(choice);
  }
  const grouped: ChoiceGroup[] = [...groups].map(([source, inGroup]) => ({ source, choices: inGroup }));
  return { groups: grouped, hidden: Math.max(0, found.length - most) };
}

/** Variables that are added together. */
export interface Bundle {
  readonly label: string;
  readonly ids: readonly number[];
}

/** Bundles to add at once: all slots of a camera, or its entries or exits, never both. */
export function findBundles(choices: readonly EquationChoice[], used: ReadonlySet<number>, word: string): Bundle[] {
  const open = choices.filter(({ variable, refused }) => refused === undefined && !used.has(variable.id));
  // What clashes with "Ex" is an entry, and the reverse.
  const entries = open.filter(({ variable }) => clashesWithFirst("Ex", variable.name));
  const exits = open.filter(({ variable }) => clashesWithFirst("En", variable.name));
  const hasBoth = entries.length > 0 && exits.length > 0;
  const sets = hasBoth
    ? [
        { word: "entries", set: entries },
        { word: "exits", set: exits },
      ]
    : [{ word, set: open }];
  return sets
    .filter(({ set }) => set.length > 1)
    .map(({ word, set }) => ({ label: `Add all ${set.length} ${word}`, ids: set.map(({ variable }) => variable.id) }));
}

/** Source of a variable's value. */
const sourceOf = ({ type, sourceName }: Variable) =>
  type === "base" ? (sourceName ?? "Base variables") : kinds[type].title;

const sourceIdOf = ({ cameraId, sensorId }: Variable, type: AddedType) => (type === "camera" ? cameraId : sensorId);

const rejectedIf = (isRejected: boolean, variable: Variable, reason: string): EquationChoice =>
  isRejected ? { variable, refused: reason } : { variable };
