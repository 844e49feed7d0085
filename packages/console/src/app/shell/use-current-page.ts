import type { MenuSection } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import { useLocation } from "@tanstack/react-router";

/** The path of the menu entry; the station has a page for each gate. */
const toPagePath = (pathname: string): string =>
  pathname.replace(/^\/station\/.*$/, "/station").replace(/(?<=.)\/$/, "");

/** The current page: its path, title, and section if that has several pages. */
export function useCurrentPage(): { path: string; title: string; section: string | undefined } {
  const path = useLocation({ select: ({ pathname }) => toPagePath(pathname) });
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry) return { path, title: entry.title, section: section.title };
    if (section.path === path) return { path, title: section.title, section: undefined };
  }
  const page = settingsPages.find((candidate) => candidate.path === path);
  if (page) return { path, title: page.title, section: "Settings" };
  return { path, title: "Gatehouse", section: undefined };
}
