import type { MenuSection } from "./module.ts";

/** RULE-2: the pages of daily operation, in a group of their own above the menu. */
export const operationsMenu = {
  title: "Operations",
  path: "/access",
  needs: ["ANPR_ACCESS_CONTROL", "RFID_ACCESS_CONTROL"],
  entries: [
    { title: "Gate station", path: "/station" },
    { title: "Access rules", path: "/access/rules" },
    { title: "Schedules", path: "/access/schedules" },
    { title: "Lists", path: "/access/lists" },
    { title: "Presence", path: "/access/presence" },
  ],
} as const satisfies MenuSection;
