import type { MenuSection } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import { startPath } from "@gatehouse/contract/modules/start-path";
import { useLocation } from "@tanstack/react-router";
import { pageOf } from "../pages.ts";

/** The title of a path without a page. */
export const notFound = "Not found";

/** The title of a page, and of its section if that has several pages. */
interface PageTitle {
  readonly title: string;
  readonly section: string | undefined;
}

/** The current page: its path, title, and section if that has several pages. */
export function useCurrentPage(): PageTitle & { path: string } {
  const path = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  const title = path === startPath ? "Gatehouse" : notFound;
  return { path, ...(findPageTitle(path) ?? { title, section: undefined }) };
}

function findPageTitle(path: string): PageTitle | undefined {
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry) return { title: entry.title, section: section.title };
    if (section.path === path) return { title: section.title, section: undefined };
  }
  const page = settingsPages.find((candidate) => candidate.path === path);
  return page && { title: page.title, section: "Settings" };
}
