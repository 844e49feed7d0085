import { findPageTitle, type PageTitle } from "@gatehouse/contract/modules/page-title";
import { startPath } from "@gatehouse/contract/modules/start-path";
import { useLocation } from "@tanstack/react-router";
import { pageOf } from "../pages.ts";

/** NAV-3: the title of a path without a page. */
export const notFound = "Not found";

/** The current page: its path, title, and section if that has several pages. */
export function useCurrentPage(): PageTitle & { path: string } {
  const path = useLocation({ select: ({ pathname }) => pageOf(pathname) });
  const title = path === startPath ? "Gatehouse" : notFound;
  return { path, ...(findPageTitle(path) ?? { title, section: undefined }) };
}
