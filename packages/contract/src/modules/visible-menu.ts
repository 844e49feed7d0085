import { type MenuEntry, type MenuSection, type ModuleKind, moduleKinds } from "./module.ts";
import { operationsMenu } from "./operations.ts";
import { menu } from "./registry.ts";

/** Which modules are switched on. */
export type ModuleActivation = Record<ModuleKind, boolean>;

const neededBy = ({ needs = [] }: MenuEntry): readonly ModuleKind[] => (typeof needs === "string" ? [needs] : needs);

const isShown = (needs: readonly ModuleKind[], active: ModuleActivation) =>
  needs.length === 0 || needs.some((kind) => active[kind]);

/** NAV-5: the menu for the active modules. */
export const visibleMenu = (active: ModuleActivation): MenuSection[] => visibleOf(menu, active);

/** RULE-2: the group above the menu for the active modules. */
export const visibleOperations = (active: ModuleActivation): MenuSection | undefined =>
  visibleOf([operationsMenu], active)[0];

function visibleOf(sections: readonly MenuSection[], active: ModuleActivation): MenuSection[] {
  return sections
    .filter((section) => isShown(section.needs, active))
    .map((section) => ({
      ...section,
      entries: section.entries.filter((entry) => isShown(neededBy(entry), active)),
    }));
}

/** NAV-7: the modules of which one must be active for this page; empty if it needs none. */
export function modulesNeeded(path: string): readonly ModuleKind[] {
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry?.needs) return neededBy(entry);
    if (entry || section.path === path) return section.needs;
  }
  return [];
}

/** All modules on or off, as a start value. */
export function everyModule(on: boolean): ModuleActivation {
  return Object.fromEntries(moduleKinds.map((kind) => [kind, on])) as ModuleActivation;
}
