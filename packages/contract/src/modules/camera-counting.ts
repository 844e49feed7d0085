import { vendors } from "../vendors.ts";
import type { MenuSection, Module } from "./module.ts";

/** Camera counting: vehicles in and out, by class. */
export const cameraCounting = {
  kind: "CAMERA_COUNTING",
  code: "cc",
  title: "Camera Counting",
  purpose: "Counts vehicles in and out with cameras, by class.",
  configScope: "cc",
  vendors: [vendors.uncanny, vendors.bosch],
  displayTypes: ["grid", "multimedia"],
} as const satisfies Module;

export const cameraCountingMenu = {
  title: "Camera Counting",
  path: "/camera-counting",
  needs: ["CAMERA_COUNTING"],
  entries: [
    { title: "Configuration", path: "/camera-counting" },
    { title: "Settings", path: "/camera-counting/settings" },
    { title: "Variables", path: "/camera-counting/variables" },
    { title: "ANPR Dashboard", path: "/camera-counting/uncanny-anpr-dashboard" },
    { title: "Events", path: "/camera-counting/events" },
  ],
} as const satisfies MenuSection;
