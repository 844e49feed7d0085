// What the page of a display needs. It is small, so nothing here imports zod.

/** Where the pages of multimedia displays are. */
export const screenPagePath = "/display";

/** The first characters of every screen key. */
export const screenKeyPrefix = "ghd_";

/** The link that opens a display. Its key is in the fragment, which browsers don't send and servers don't log. */
export const toScreenPath = (uid: string, key: string): string => `${screenPagePath}/${encodeURIComponent(uid)}#${key}`;

/** Times of the connection between a screen and the server. */
export const screenTiming = {
  /** The server confirms the values at least this often. */
  confirmMs: 3_000,
  /** Without a message for this long, the screen reconnects. */
  maxSilenceMs: 10_000,
  /** Unconfirmed values older than this are shown as old. */
  staleAfterMs: 15_000,
  /** Unconfirmed values older than this are no longer shown. */
  hiddenAfterMs: 300_000,
  /** A screen that shows values reports this often. */
  reportMs: 2_000,
  /** Without a report for this long, a screen counts as off. */
  absentAfterMs: 6_000,
} as const;

/** The arrow of a template, seen by the driver. */
export type ArrowDirection = "left" | "ahead" | "right";

/** How a template is laid out. */
export type TemplateLayout =
  | { readonly kind: "number" }
  /** The number of `free` out of `total`. */
  | { readonly kind: "share" }
  /** Two numbers side by side. `titles` replaces the names of the variables. */
  | { readonly kind: "pair"; readonly titles?: Readonly<Record<string, string>> }
  | { readonly kind: "list" }
  | { readonly kind: "arrow"; readonly direction: ArrowDirection };

/** A page for a multimedia display and the keys of its values. */
export interface DisplayTemplate {
  readonly id: number;
  readonly name: string;
  readonly keys: readonly string[];
  readonly layout: TemplateLayout;
}

const arrow = (id: number, direction: ArrowDirection): DisplayTemplate => ({
  id,
  name: `Free or full, arrow ${direction}`,
  keys: ["free"],
  layout: { kind: "arrow", direction },
});

/** The templates that multimedia displays can show. */
export const displayTemplates: readonly DisplayTemplate[] = [
  { id: 1, name: "One number", keys: ["free"], layout: { kind: "number" } },
  { id: 2, name: "Free and total", keys: ["free", "total"], layout: { kind: "share" } },
  { id: 3, name: "Two levels", keys: ["level1", "level2"], layout: { kind: "pair" } },
  { id: 4, name: "Four levels", keys: ["level1", "level2", "level3", "level4"], layout: { kind: "list" } },
  {
    id: 5,
    name: "Cars and two-wheelers",
    keys: ["fourWheelers", "twoWheelers"],
    layout: { kind: "pair", titles: { fourWheelers: "Cars", twoWheelers: "Two-wheelers" } },
  },
  arrow(6, "ahead"),
  arrow(7, "left"),
  arrow(8, "right"),
  {
    id: 9,
    name: "List of six areas",
    keys: ["area1", "area2", "area3", "area4", "area5", "area6"],
    layout: { kind: "list" },
  },
];
