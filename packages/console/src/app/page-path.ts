import type { menu } from "@gatehouse/contract/modules/registry";

type Section = (typeof menu)[number];
type PathOf<S> = S extends { entries: readonly (infer Entry)[]; path: infer Own }
  ? [Entry] extends [never]
    ? Own
    : Entry extends { path: infer Path }
      ? Path
      : never
  : never;

/** NAV-4: the address of every page of the menu. */
export type PagePath = PathOf<Section>;
