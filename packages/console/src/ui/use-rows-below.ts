import { type RefObject, useLayoutEffect, useRef } from "react";

/** The rows that fill the first screen of a phone. */
const rowsOnScreen = 5;

/**
 * Marks the rows that are added below the first screen with `data-below`: they are laid out when they are scrolled to.
 * Rows that are pushed down by others stay as they are, because they would disappear for a moment.
 */
export function useRowsBelow(body: RefObject<HTMLTableSectionElement | null>, isOn: boolean): void {
  const known = useRef<ReadonlySet<Element>>(new Set());
  useLayoutEffect(() => {
    if (!isOn || body.current === null) return;
    const rows = [...body.current.rows];
    const added = rows.findLastIndex((row) => known.current.has(row)) + 1;
    for (const row of rows.slice(Math.max(added, rowsOnScreen))) row.dataset.below = "";
    known.current = new Set(rows);
  });
}
