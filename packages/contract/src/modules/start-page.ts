import { administrator, type BuiltInRole } from "../permissions.ts";
import { homePath } from "./registry.ts";
import { isActive, type ModuleActivation } from "./visible-menu.ts";

export const startPages = [
  { title: "Overview", path: "/overview" },
  { title: "Gate station", path: "/station" },
  { title: "Configurations", path: homePath },
] as const;

export type StartPage = (typeof startPages)[number]["path"];

/** Where a role starts; all others start with the overview. */
const homes: Readonly<Record<string, StartPage>> = {
  [administrator]: homePath,
  ["guard" satisfies BuiltInRole]: "/station",
};

/** The chosen start page, or that of the role; the overview if its module is off. */
export function startPageOf(role: string, chosen: unknown, active: ModuleActivation): StartPage {
  const wanted = startPages.find(({ path }) => path === chosen)?.path ?? homes[role] ?? "/overview";
  return isActive(wanted, active) ? wanted : "/overview";
}
