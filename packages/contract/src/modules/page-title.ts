import type { MenuSection } from "./module.ts";
import { operationsMenu } from "./operations.ts";
import { menu, settingsPages } from "./registry.ts";

/** The title of a page, and of its section if that has several pages. */
export interface PageTitle {
  readonly title: string;
  readonly section: string | undefined;
}

/** The title of the page at a path of the menu; undefined if there is none. */
export function findPageTitle(path: string): PageTitle | undefined {
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry) return { title: entry.title, section: section.title };
    if (section.path === path) return { title: section.title, section: undefined };
  }
  const page = settingsPages.find((candidate) => candidate.path === path);
  return page && { title: page.title, section: "Settings" };
}
