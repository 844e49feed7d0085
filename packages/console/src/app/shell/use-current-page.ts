import { findPageTitle, type PageTitle } from "@gatehouse/contract/modules/page-title";
import { useLocation } from "@tanstack/react-router";
import { pageOf } from "../pages.ts";

/** The current page: its path, title, and section if that has several pages. */
export function useCurrentPage(): PageTitle & { path: string } {
  const path = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  return { path, ...(findPageTitle(path) ?? { title: "Gatehouse", section: undefined }) };
}
