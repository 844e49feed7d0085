import type { ConfigScope } from "../fields/config-scope.ts";
import type { Vendor } from "../vendors/vendor.ts";
import type { ModuleKind } from "./module-kind.ts";

/** The ways a display can be built. */
export type DisplayType = "grid" | "binary" | "multimedia";

/** What the rest of the product needs to know of a module. */
export interface Module {
  readonly kind: ModuleKind;
  /** WIRE-4: how paths name it. */
  readonly code: string;
  /** Other codes that paths may use for it. */
  readonly aliases?: readonly string[];
  readonly title: string;
  /** One sentence for the settings page. */
  readonly purpose: string;
  readonly configScope: ConfigScope | null;
  readonly vendors: readonly Vendor[];
  readonly displayTypes: readonly DisplayType[];
}

/** A page of the menu. */
export interface MenuEntry {
  readonly title: string;
  readonly path: string;
  /** Shown only while this module is active. */
  readonly needs?: ModuleKind;
}

/** A group of pages; a section without entries is a page itself. */
export interface MenuSection {
  readonly title: string;
  readonly path: string;
  /** Shown while any of these is active; always when empty. */
  readonly needs: readonly ModuleKind[];
  readonly entries: readonly MenuEntry[];
}
