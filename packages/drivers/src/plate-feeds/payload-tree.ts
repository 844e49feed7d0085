import type { PayloadPath } from "@gatehouse/contract/entities/payload-mapping";
import type { Payload } from "./feed.ts";
import { isObject } from "./payload-values.ts";

/** Everything a payload contains, as one tree: the root of the paths of a mapping. */
export interface PayloadTree {
  readonly json?: unknown;
  readonly xml?: unknown;
  readonly form?: unknown;
  readonly files?: unknown;
}

export function treeOf({ json, xml, form, files }: Payload): PayloadTree {
  return {
    ...(json !== undefined && { json }),
    ...(xml !== undefined && { xml }),
    ...(form !== undefined && { form }),
    ...(files.length > 0 && { files: files.map(({ name, bytes }) => ({ name, content: bytes })) }),
  };
}

/**
 * The value at a path; undefined if there is none. In XML a list of one looks like a single value. Position 0 of a single
 * value is therefore the value itself, and a name inside a list is looked up in its first entry.
 */
export function valueAtPath(tree: unknown, path: PayloadPath): unknown {
  let here = tree;
  for (const step of path) {
    if (typeof step === "number") here = Array.isArray(here) ? here[step] : step === 0 ? here : undefined;
    else {
      const object = Array.isArray(here) ? here[0] : here;
      here = isObject(object) && Object.hasOwn(object, step) ? object[step] : undefined;
    }
    if (here === undefined || here === null) return undefined;
  }
  return here;
}

/** A path inside a list, for another entry of the list; a path outside it stays the same. */
export function pathOfEntry(path: PayloadPath, list: PayloadPath | null, entry: number): PayloadPath {
  if (list === null || typeof path[list.length] !== "number" || list.some((step, index) => step !== path[index]))
    return path;
  return path.with(list.length, entry);
}

/** Longer texts are no values: a sample leaves them out, and a custom format does not read them. */
export const maxTextLength = 300;
const maxSampleLength = 64 * 1024;

/** The size of a text or file that a sample leaves out; undefined for any other value. */
export function omittedBytes(value: unknown): number | undefined {
  return isObject(value) && typeof value.$omitted === "number" ? value.$omitted : undefined;
}

/** The tree without pictures and long texts, to store as JSON; null if it is still too large. */
export function toSample(tree: PayloadTree): PayloadTree | null {
  const sample = withoutLongValues(tree) as PayloadTree;
  return JSON.stringify(sample).length > maxSampleLength ? null : sample;
}

/** The parsers limit the depth. */
function withoutLongValues(value: unknown): unknown {
  if (typeof value === "string") {
    return value.length > maxTextLength ? { $omitted: value.length } : value.toWellFormed().replaceAll("\u0000", "");
  }
  if (value instanceof Uint8Array) return { $omitted: value.byteLength };
  if (Array.isArray(value)) return value.map(withoutLongValues);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.replaceAll("\u0000", ""), withoutLongValues(inner)]),
  );
}
