import { administrator } from "../permissions.ts";
import { homePath } from "./registry.ts";

/** The pages that can be the start page. */
export const startPages = [
  { title: "Overview", path: "/overview" },
  { title: "Configurations", path: homePath },
] as const;

/** A start page. */
export type StartPage = (typeof startPages)[number]["path"];

/** OPS-1, NAV-6: the chosen start page; otherwise administrators start with the configurations, all others with the overview. */
export function startPageOf(role: string, chosen: unknown): StartPage {
  const page = startPages.find(({ path }) => path === chosen);
  if (page) return page.path;
  return role === administrator ? homePath : "/overview";
}
