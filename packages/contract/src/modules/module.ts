import type { Vendor } from "../vendors.ts";

/** The parts of the product that a site switches on and off. */
export const moduleKinds = [
  "OSD",
  "EPLD",
  "CAMERA_COUNTING",
  "ANPR_ACCESS_CONTROL",
  "RFID_ACCESS_CONTROL",
  "LOOP_DETECTOR",
  "REPORTING",
] as const;

/** The name of a module in the API. */
export type ModuleKind = (typeof moduleKinds)[number];

/** What a configuration belongs to. */
export const configScopes = ["global", "overspeed", "epld", "cc", "anpr-ac", "rfid-ac", "loop"] as const;

export type ConfigScope = (typeof configScopes)[number];

/** The ways a display can be built. */
export type DisplayType = "grid" | "binary" | "multimedia";

/** The definition of a module. */
export interface Module {
  readonly kind: ModuleKind;
  /** Its name in paths. */
  readonly code: string;
  /** Other names that paths may use. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /** One sentence for the settings page. */
  readonly purpose: string;
  readonly configScope: ConfigScope | null;
  readonly vendors: readonly Vendor[];
  readonly displayTypes: readonly DisplayType[];
  /** Whether it has settings of an integration (`/configs/settings/{module}`). */
  readonly hasIntegrationSettings?: boolean;
}

export interface MenuEntry {
  readonly title: string;
  readonly path: string;
  /** Shown only while this module, or one of these, is active. */
  readonly needs?: ModuleKind | readonly ModuleKind[];
}

/** A group of pages; a section without entries is a page itself. */
export interface MenuSection {
  readonly title: string;
  readonly path: string;
  /** Shown while any of these is active; always when empty. */
  readonly needs: readonly ModuleKind[];
  readonly entries: readonly MenuEntry[];
}
