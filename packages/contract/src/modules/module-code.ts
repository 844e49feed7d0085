import type { Module } from "./module.ts";
import type { ModuleKind } from "./module-kind.ts";
import { modules } from "./registry.ts";

const all: readonly Module[] = Object.values(modules);

/** WIRE-4: every code that stands for a module, its aliases included. */
export const kindByCode: ReadonlyMap<string, ModuleKind> = new Map(
  all.flatMap((module) => [module.code, ...(module.aliases ?? [])].map((code) => [code, module.kind] as const)),
);

/** The code that paths and scopes use for a module. */
export const codeOf = (kind: ModuleKind): string => modules[kind].code;
