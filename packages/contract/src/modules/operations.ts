import type { MenuSection, ModuleKind } from "./module.ts";

const access = ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"] as const satisfies readonly ModuleKind[];

/** The pages of daily operation, in a group of their own above the menu. */
export const operationsMenu = {
  title: "Operations",
  path: "/access",
  needs: [],
  entries: [
    { title: "Overview", path: "/overview" },
    { title: "Gate station", path: "/station", needs: access },
    { title: "Access rules", path: "/access/rules", needs: access },
    { title: "Schedules", path: "/access/schedules", needs: access },
    { title: "Lists", path: "/access/lists", needs: access },
    { title: "Presence", path: "/access/presence", needs: access },
    { title: "Site overrides", path: "/access/overrides", needs: access },
    { title: "Reports", path: "/reports", needs: "REPORTING" },
    { title: "Tariffs", path: "/tariffs", needs: "REPORTING" },
  ],
} as const satisfies MenuSection;
