import { vendors } from "../vendors.ts";
import type { MenuSection, Module } from "./module.ts";

/** Overspeed detection: cameras that measure speed, a limit for each lane. */
export const osd = {
  kind: "OSD",
  code: "osd",
  title: "Overspeed Detection",
  purpose: "Reads plates and speeds, and reports vehicles above their lane's limit.",
  configScope: "overspeed",
  vendors: [vendors.uncanny, vendors.generic],
  displayTypes: ["grid"],
} as const satisfies Module;

/** The pages of overspeed detection. */
export const osdMenu = {
  title: "Overspeed Detection",
  path: "/overspeed-detection",
  needs: ["OSD"],
  entries: [
    { title: "Configuration", path: "/overspeed-detection" },
    { title: "Settings", path: "/overspeed-detection/settings" },
    { title: "Lanes & Cameras", path: "/overspeed-detection/lanes-cameras" },
    { title: "Events", path: "/overspeed-detection/events" },
    { title: "ANPR Dashboard", path: "/overspeed-detection/uncanny-anpr-dashboard" },
  ],
} as const satisfies MenuSection;
