import { vendors } from "../vendors.ts";
import type { MenuSection, Module } from "./module.ts";

/** Empty parking lot detection: which slots are free. */
export const epld = {
  kind: "EPLD",
  code: "epld",
  title: "EPLD",
  purpose: "Empty parking lot detection: cameras and sensors detect free slots.",
  configScope: "epld",
  vendors: [vendors.uncanny, vendors.bosch, vendors.pz_qube, vendors.generic],
  displayTypes: ["grid", "multimedia", "binary"],
} as const satisfies Module;

/** The pages of empty parking lot detection. */
export const epldMenu = {
  title: "EPLD",
  path: "/epld",
  needs: ["EPLD"],
  entries: [
    { title: "Configuration", path: "/epld" },
    { title: "Settings", path: "/epld/settings" },
    { title: "Variables", path: "/epld/variables" },
    { title: "Shield Dashboard", path: "/epld/uncanny-epld-dashboard" },
    { title: "Alerts", path: "/epld/alerts" },
    { title: "Events", path: "/epld/events" },
  ],
} as const satisfies MenuSection;
