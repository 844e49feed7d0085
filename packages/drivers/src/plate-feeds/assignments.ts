import { isObject } from "./payload-values.ts";

type Tree = Record<string, unknown>;

/** One assignment on a line of its own: `Events[0].TrafficCar.PlateNumber=MH01AB1234`. */
const assignment = /^([\w.[\]-]{1,200})\s?=(.*)$/;
const maxLines = 5_000;
const maxSteps = 32;
const maxPosition = 999;

/** FEED-2: whether a text starts with an assignment to a member of an object or list, as Dahua writes its events. */
export const beginsAsAssignments = (text: string): boolean =>
  /^\s*\w{1,100}(?:\[\d{1,3}\]|\.)[\w.[\]-]{1,200}\s?=/.test(text);

/** The assignments of a text as one object; lines without an assignment are left out. */
export function readAssignments(text: string): Tree {
  const tree: Tree = {};
  for (const line of text.split("\n", maxLines)) {
    const [, path, value = ""] = assignment.exec(line.trim()) ?? [];
    if (path !== undefined) assign(tree, path.match(/[^.[\]]+/g) ?? [], value.trim());
  }
  return tree;
}

function assign(tree: Tree, steps: readonly string[], value: string): void {
  if (steps.length > maxSteps || steps.includes("__proto__")) return;
  let here: Tree | unknown[] = tree;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const inner: unknown = next === undefined ? value : /^\d+$/.test(next) ? [] : {};
    if (Array.isArray(here) && !(Number(step) <= maxPosition)) return;
    const member = Array.isArray(here) ? Number(step) : step;
    const target = here as Tree;
    const known: unknown = Object.hasOwn(target, member) ? target[member] : undefined;
    if (next === undefined || known === undefined) target[member] = inner;
    const entered = target[member];
    if (!isObject(entered) && !Array.isArray(entered)) return;
    here = entered as Tree | unknown[];
  }
}

/** `Code=TrafficJunction;action=Pulse;index=0;data={…}` as JSON; undefined for any other text. */
export function toEventJson(text: string): string | undefined {
  const [head, code, action] = /^\s*Code=(\w{1,100});action=(\w{1,40})(?:;index=\d{1,9})?(?:;data=)?/.exec(text) ?? [];
  if (head === undefined) return undefined;
  const data = text.slice(head.length).trim();
  return `{"Code":"${code}","Action":"${action}"${data.startsWith("{") ? `,"Data":${data}` : ""}}`;
}
