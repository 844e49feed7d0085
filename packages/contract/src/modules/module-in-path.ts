import * as z from "zod";
import type { Module, ModuleKind } from "./module.ts";
import { findModule, unknownModule } from "./module-word.ts";
import { modules } from "./registry.ts";

/** A module code in a path, converted to its kind. Separate from registry.ts, which pages load without zod. */
export const moduleInPath = z.string().transform((code, context): ModuleKind => {
  const kind = findModule(code);
  if (kind) return kind;
  context.addIssue(unknownModule(code));
  return z.NEVER;
});

const withSettings = Object.values<Module>(modules).filter(({ hasIntegrationSettings }) => hasIntegrationSettings);

/** A module in a path that has integration settings. */
export const moduleWithSettingsInPath = moduleInPath.pipe(
  z.custom<ModuleKind>((kind) => withSettings.some((module) => module.kind === kind), {
    error: ({ input }) =>
      `${modules[input as ModuleKind].title} has no integration settings. Modules with settings: ${withSettings.map(({ code }) => code).join(", ")}`,
  }),
);
