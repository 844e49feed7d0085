import * as z from "zod";
import type { ModuleKind } from "./module.ts";
import { findModule, unknownModule } from "./module-word.ts";

/** WIRE-4: a module code in a path, converted to its kind. Separate from registry.ts, which pages load without zod. */
export const moduleInPath = z.string().transform((code, context): ModuleKind => {
  const kind = findModule(code);
  if (kind) return kind;
  context.addIssue(unknownModule(code));
  return z.NEVER;
});
