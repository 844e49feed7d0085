import { findPageTitle } from "@gatehouse/contract/modules/page-title";
import { escapeHtml } from "./escape-html.ts";

/** The title of a page for the frame that is shown until the console has loaded; empty if the path is not in the menu. */
export function pageHeading(path: string): string {
  const found = findPageTitle(path) ?? findPageTitle(path.slice(0, path.lastIndexOf("/")));
  if (found === undefined) return "";
  const section = found.section === undefined ? "" : `<span class="boot-section">${escapeHtml(found.section)}</span>`;
  return `${section}<span>${escapeHtml(found.title)}</span>`;
}
