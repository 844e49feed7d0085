import type { MenuSection } from "@gatehouse/contract/modules/module";
import type { PagePath } from "../pages.ts";

/** The key that opens a page after `g`. */
const pageShortcuts: Readonly<Record<string, PagePath>> = {
  w: "/station",
  x: "/access/lists",
  m: "/access/presence",
  f: "/reports",
  t: "/tariffs",
  h: "/overview",
  u: "/access/rules",
  d: "/access/schedules",
  o: "/overspeed-detection",
  v: "/overspeed-detection/events",
  e: "/epld",
  p: "/epld/alerts",
  k: "/camera-counting",
  a: "/access-control",
  g: "/access-control/gates-and-actuators",
  i: "/access-control/ids",
  b: "/access-control/reservations",
  n: "/access-control/alerts",
  l: "/loop-detector",
  r: "/reporting",
  c: "/configurations",
  s: "/settings",
};

/** A page in the command palette and the list of shortcuts. */
export interface ListedPage {
  readonly path: PagePath;
  readonly title: string;
  readonly section: string | undefined;
  readonly letter: string | undefined;
}

/** The pages of the visible menu, in order. */
export function listPages(sections: readonly MenuSection[]): ListedPage[] {
  const letterOf = (path: string) => Object.keys(pageShortcuts).find((letter) => pageShortcuts[letter] === path);
  return sections.flatMap((section) => {
    const pages = section.entries.length > 0 ? section.entries : [section];
    return pages.map(({ path, title }) => ({
      path: path as PagePath,
      title,
      section: section.entries.length > 0 ? section.title : undefined,
      letter: letterOf(path),
    }));
  });
}
