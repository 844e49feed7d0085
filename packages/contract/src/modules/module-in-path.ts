import * as z from "zod";
import type { Module } from "./module.ts";
import type { ModuleKind } from "./module-kind.ts";
import { modules } from "./registry.ts";

const all: readonly Module[] = Object.values(modules);
const kindByCode = new Map<string, ModuleKind>(
  all.flatMap((module) => [module.code, ...(module.aliases ?? [])].map((code) => [code, module.kind] as const)),
);

/** WIRE-4: a module's code in a path, read as its kind; an unknown one is told which are known. */
export const moduleInPath = z.string().transform((code, context): ModuleKind => {
  const kind = kindByCode.get(code);
  if (kind) return kind;
  context.addIssue(`Unknown module "${code}". Known: ${[...kindByCode.keys()].join(", ")}`);
  return z.NEVER;
});
