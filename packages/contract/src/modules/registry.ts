import { accessControlMenu, anprAccessControl, rfidAccessControl } from "./access-control.ts";
import { cameraCounting, cameraCountingMenu } from "./camera-counting.ts";
import { epld, epldMenu } from "./epld.ts";
import { loopDetector, loopDetectorMenu } from "./loop-detector.ts";
import type { MenuSection, Module } from "./module.ts";
import type { ModuleKind } from "./module-kind.ts";
import { osd, osdMenu } from "./osd.ts";
import { reporting, reportingMenu } from "./reporting.ts";

/** Every module by its kind. */
export const modules = {
  OSD: osd,
  EPLD: epld,
  CAMERA_COUNTING: cameraCounting,
  ANPR_ACCESS_CONTROL: anprAccessControl,
  RFID_ACCESS_CONTROL: rfidAccessControl,
  LOOP_DETECTOR: loopDetector,
  REPORTING: reporting,
} as const satisfies Record<ModuleKind, Module>;

/** NAV-4: the menu, in the order in which it is shown. */
export const menu = [
  osdMenu,
  epldMenu,
  cameraCountingMenu,
  accessControlMenu,
  loopDetectorMenu,
  reportingMenu,
  { title: "Global Configurations", path: "/configurations", needs: [], entries: [] },
  { title: "Settings", path: "/settings", needs: [], entries: [] },
] as const satisfies readonly MenuSection[];

/** NAV-6: where a person lands after sign-in. */
export const homePath = "/configurations";
