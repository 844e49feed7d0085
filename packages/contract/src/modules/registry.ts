import { accessControlMenu, anprAccessControl, rfidAccessControl } from "./access-control.ts";
import { cameraCounting, cameraCountingMenu } from "./camera-counting.ts";
import { epld, epldMenu } from "./epld.ts";
import { loopDetector, loopDetectorMenu } from "./loop-detector.ts";
import type { MenuSection, Module, ModuleKind } from "./module.ts";
import { osd, osdMenu } from "./osd.ts";

/** Reporting: which reports the site produces. */
const reporting = {
  kind: "REPORTING",
  code: "reporting",
  title: "Reporting",
  purpose: "Produces reports on access, speed and fares.",
  configScope: null,
  vendors: [],
  displayTypes: [],
} as const satisfies Module;

const reportingMenu = {
  title: "Reporting",
  path: "/reporting",
  needs: ["REPORTING"],
  entries: [],
} as const satisfies MenuSection;

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

/** The menu, in the order in which it is shown. */
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

/** Pages of Settings that are not in the menu. */
export const settingsPages = [
  { title: "Your account", path: "/settings/account" },
  { title: "People", path: "/settings/people" },
  { title: "Sign-in", path: "/settings/sign-in" },
  { title: "Notifications", path: "/settings/notifications" },
  { title: "Privacy", path: "/settings/privacy" },
  { title: "Audit trail", path: "/settings/audit" },
] as const;

/** The first page after sign-in. */
export const homePath = "/configurations";

const all: readonly Module[] = Object.values(modules);

/** The module of every code, including aliases. */
export const kindByCode: ReadonlyMap<string, ModuleKind> = new Map(
  all.flatMap((module) => [module.code, ...(module.aliases ?? [])].map((code) => [code, module.kind] as const)),
);

/** The code that paths and scopes use for a module. */
export const codeOf = (kind: ModuleKind): string => modules[kind].code;
