import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A mistake of the user, with a message that explains it. */
export class ScaffoldError extends Error {
  override readonly name = "ScaffoldError";
}

/** A change to the text of an existing file. */
export interface Edit {
  readonly path: string;
  readonly apply: (text: string) => string;
}

/** The files that a scaffold creates and edits. */
export interface Plan {
  /** New files by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly edits: readonly Edit[];
  /** Whether the database types change. */
  readonly changesGeneratedFiles: boolean;
  /** What the developer does next. */
  readonly next: readonly string[];
}

/** Writes the files of a plan and returns their paths; writes nothing if any part of the plan fails. */
export function applyPlan(root: string, { files, edits }: Plan): string[] {
  const existing = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (existing !== undefined) throw new ScaffoldError(`${existing} already exists. Choose another name.`);
  const writes = new Map(Object.entries(files));
  for (const edit of edits) writes.set(edit.path, applyEdit(root, edit, writes.get(edit.path)));
  for (const [path, text] of writes) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return [...writes.keys()];
}

function applyEdit(root: string, { path, apply }: Edit, pending: string | undefined): string {
  try {
    return apply(pending ?? readFileSync(join(root, path), "utf8"));
  } catch (error) {
    throw new ScaffoldError(`Can't edit ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
