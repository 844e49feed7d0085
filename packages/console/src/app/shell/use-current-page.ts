import type { MenuSection } from "@gatehouse/contract/modules/module";
import { operationsMenu } from "@gatehouse/contract/modules/operations";
import { menu, settingsPages } from "@gatehouse/contract/modules/registry";
import { useLocation } from "@tanstack/react-router";
import { pageOf } from "../pages.ts";

/** The current page: its path, title, and section if that has several pages. */
export function useCurrentPage(): { path: string; title: string; section: string | undefined } {
  const path = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  for (const section of [operationsMenu, ...menu] as readonly MenuSection[]) {
    const entry = section.entries.find((candidate) => candidate.path === path);
    if (entry) return { path, title: entry.title, section: section.title };
    if (section.path === path) return { path, title: section.title, section: undefined };
  }
  const page = settingsPages.find((candidate) => candidate.path === path);
  if (page) return { path, title: page.title, section: "Settings" };
  return { path, title: "Gatehouse", section: undefined };
}
