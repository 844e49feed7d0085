import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A reason not to write anything, in a sentence for the person who asked. */
export class ScaffoldFault extends Error {
  override readonly name = "ScaffoldFault";
}

/** What a scaffold writes: whole files, lines in existing ones, and what is left to the person. */
export interface Plan {
  readonly files: Readonly<Record<string, string>>;
  /** Files that the first of a kind needs and the next ones find. */
  readonly foundations?: Readonly<Record<string, string>>;
  readonly edits: Readonly<Record<string, (text: string) => string>>;
  readonly next: readonly string[];
}

/** Carries a plan out and gives the paths it wrote; nothing is written when a part of it is not possible. */
export function carryOut(root: string, { files, foundations = {}, edits }: Plan): string[] {
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) throw new ScaffoldFault(`${taken} exists already: choose another name.`);
  const missing = Object.entries(foundations).filter(([path]) => !existsSync(join(root, path)));
  const writes = new Map([...Object.entries(files), ...missing]);
  for (const [path, edit] of Object.entries(edits)) writes.set(path, edited(root, path, writes.get(path), edit));
  for (const [path, text] of writes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...writes.keys()];
}

function edited(root: string, path: string, fresh: string | undefined, edit: (text: string) => string): string {
  try {
    return edit(fresh ?? readFileSync(join(root, path), "utf8"));
  } catch (error) {
    throw new ScaffoldFault(`${path} could not be changed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
