import type { DisplayType, ModuleKind } from "../../modules/module.ts";
import { modules } from "../../modules/registry.ts";

/** The parts of the product that have displays. */
export const displayScopes = ["osd", "epld", "cc", "ac", "rfid-ac", "loop"] as const;

/** One of the scopes. */
export type DisplayScope = (typeof displayScopes)[number];

/** The scope of a module's displays; reporting has none. */
export const displayScopeOf: Record<ModuleKind, DisplayScope | null> = {
  OSD: "osd",
  EPLD: "epld",
  CAMERA_COUNTING: "cc",
  ANPR_ACCESS_CONTROL: "ac",
  RFID_ACCESS_CONTROL: "rfid-ac",
  LOOP_DETECTOR: "loop",
  REPORTING: null,
};

/** DISP-1: which kinds of display a scope may have, as its module says. */
export function displayTypesOf(scope: DisplayScope): readonly DisplayType[] {
  return Object.values(modules).find((module) => displayScopeOf[module.kind] === scope)?.displayTypes ?? [];
}

/** DISP-1: the label of each kind. */
export const displayTypeTitles: Record<DisplayType, string> = {
  grid: "Grid",
  binary: "Indicator",
  multimedia: "Multimedia",
};

/** LIVE-9: whether a display can show the decisions of a gate: the signs and lamps of access control. */
export const isGateDisplay = ({ scope, type }: { scope: DisplayScope; type: DisplayType }): boolean =>
  gateDisplayScopes.includes(scope) && type !== "multimedia";

/** The scopes whose displays can be assigned to gates. */
export const gateDisplayScopes: readonly DisplayScope[] = ["ac", "rfid-ac"];

/** DISP-2: the default access messages of a grid. */
export const accessMessages = { granted: "ACCESS GRANTED", denied: "ACCESS DENIED" };

/** DISP-2: how long a message or signal stays, if no time is given. */
export const defaultTimerSeconds = 5;
