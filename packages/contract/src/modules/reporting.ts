import type { MenuSection, Module } from "./module.ts";

/** Reporting: which reports the site produces. */
export const reporting = {
  kind: "REPORTING",
  code: "reporting",
  title: "Reporting",
  purpose: "Produces reports on access, speed and fares.",
  configScope: null,
  vendors: [],
  displayTypes: [],
} as const satisfies Module;

export const reportingMenu = {
  title: "Reporting",
  path: "/reporting",
  needs: ["REPORTING"],
  entries: [],
} as const satisfies MenuSection;
