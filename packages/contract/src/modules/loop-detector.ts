import { vendors } from "../vendors.ts";
import type { MenuSection, Module } from "./module.ts";

/** Loop detectors: pulses from coils in the road. */
export const loopDetector = {
  kind: "LOOP_DETECTOR",
  code: "loop",
  title: "Loop Detector",
  purpose: "Counts vehicles with induction loops in the road.",
  configScope: "loop",
  vendors: [vendors.uncanny, vendors.generic],
  displayTypes: ["grid", "multimedia"],
} as const satisfies Module;

/** The pages of loop detection. */
export const loopDetectorMenu = {
  title: "Loop Detector",
  path: "/loop-detector",
  needs: ["LOOP_DETECTOR"],
  entries: [
    { title: "Configuration", path: "/loop-detector" },
    { title: "Settings", path: "/loop-detector/settings" },
    { title: "Variables", path: "/loop-detector/variables" },
    { title: "Events", path: "/loop-detector/events" },
  ],
} as const satisfies MenuSection;
