import * as z from "zod";
import type { ModuleKind } from "./module.ts";
import { kindByCode } from "./registry.ts";

/** WIRE-4: a module code in a path, converted to its kind. Separate from registry.ts, which pages load without zod. */
export const moduleInPath = z.string().transform((code, context): ModuleKind => {
  const kind = kindByCode.get(code);
  if (kind) return kind;
  context.addIssue(`Unknown module "${code}". Known: ${[...kindByCode.keys()].join(", ")}`);
  return z.NEVER;
});
