import { type RefObject, useLayoutEffect, useRef } from "react";

const slide = { duration: 250, easing: "ease-out" };
const reducedMotion = "(prefers-reduced-motion: reduce)";

/**
 * Slides the rows of a table to their new places when others are inserted above them, so that they can be followed.
 * `of` identifies a page or search of the list: rows of a different one appear in their places.
 */
export function useSlidingRows(body: RefObject<HTMLTableSectionElement | null>, of: string | undefined): void {
  const last = useRef<{ of: string; rows: ReadonlySet<Element> }>(undefined);
  useLayoutEffect(() => {
    if (body.current === null || of === undefined) return;
    const rows = [...body.current.rows];
    if (last.current?.of === of) slideFrom(last.current.rows, rows);
    last.current = { of, rows: new Set(rows) };
  });
}

/** Starts every visible row where it was, which is not a layout shift; inserted rows fade in. */
function slideFrom(known: ReadonlySet<Element>, rows: readonly HTMLElement[]): void {
  if (rows.every((row) => known.has(row)) || matchMedia(reducedMotion).matches) return;
  let moved = 0;
  let inserted: HTMLElement[] = [];
  for (const row of rows) {
    if (!known.has(row)) {
      inserted.push(row);
      continue;
    }
    for (const other of inserted) {
      moved += other.offsetHeight;
      other.animate({ opacity: [0, 0, 1] }, slide);
    }
    inserted = [];
    if (moved === 0) continue;
    // Includes a slide that is not finished.
    const { top } = row.getBoundingClientRect();
    if (top - moved > innerHeight) return;
    const offset = new DOMMatrix(getComputedStyle(row).transform).f;
    row.animate({ transform: [`translateY(${offset - moved}px)`, "none"] }, slide);
  }
}
