import type { BuiltInRole } from "../permissions.ts";
import { type MenuEntry, type MenuSection, type ModuleKind, moduleKinds } from "./module.ts";
import { operationsMenu } from "./operations.ts";
import { menu } from "./registry.ts";

/** Which modules are switched on. */
export type ModuleActivation = Record<ModuleKind, boolean>;

const neededBy = ({ needs = [] }: MenuEntry): readonly ModuleKind[] => (typeof needs === "string" ? [needs] : needs);

const isShown = (needs: readonly ModuleKind[], active: ModuleActivation) =>
  needs.length === 0 || needs.some((kind) => active[kind]);

export const visibleMenu = (active: ModuleActivation): MenuSection[] => visibleOf(menu, active);

/** The group above the menu for the active modules. */
export const visibleOperations = (active: ModuleActivation): MenuSection | undefined =>
  visibleOf([operationsMenu], active)[0];

/** The pages with which a site is set up. */
const setUpPages = /[/-](settings|lanes-cameras|gates-and-actuators|rules|schedules|reports|tariffs)$/;

/** A menu as a person of a role sees it. Guards have the pages of their work, the station first; search finds the others. */
export function menuOf(role: string, sections: readonly MenuSection[]): MenuSection[] {
  if (role !== ("guard" satisfies BuiltInRole)) return [...sections];
  return sections.flatMap((section) => {
    const pages = section.entries.filter(({ path }) => path !== section.path && !setUpPages.test(path));
    const entries = pages.toSorted((one, other) => Number(other.path === "/station") - Number(one.path === "/station"));
    return entries.length === 0 ? [] : [{ ...section, entries }];
  });
}

function visibleOf(sections: readonly MenuSection[], active: ModuleActivation): MenuSection[] {
  return sections
    .filter((section) => isShown(section.needs, active))
    .map((section) => ({
      ...section,
      entries: section.entries.filter((entry) => isShown(neededBy(entry), active)),
    }));
}

/** The modules of which one must be active for this page; empty if it needs none. */
export function modulesNeeded(path: string): readonly ModuleKind[] {
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry?.needs) return neededBy(entry);
    if (entry || section.path === path) return section.needs;
  }
  return [];
}

/** Whether a page needs no module, or one that is active. */
export const isActive = (path: string, active: ModuleActivation): boolean => isShown(modulesNeeded(path), active);

/** All modules on or off, as a start value. */
export function everyModule(on: boolean): ModuleActivation {
  return Object.fromEntries(moduleKinds.map((kind) => [kind, on])) as ModuleActivation;
}
