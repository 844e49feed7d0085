import { useState } from "react";

interface Held {
  of: string;
  ids: ReadonlySet<number>;
}

/**
 * Rows that arrive while someone points at a list wait, so that nothing moves under the pointer. Rows that go, go.
 * Spread `holding` on the list; `waiting` says how many stand behind it and `release` lets them in. `of` tells one
 * page or search of the list from another: the rows of the next one do not wait.
 */
export function useHeldRows<Row extends { id: number }>(rows: readonly Row[], of = "") {
  const [held, setHeld] = useState<Held | null>(null);
  const kept = held?.of === of ? rows.filter((row) => held.ids.has(row.id)) : [];
  // Where none is left there is nothing that could move.
  const shown = kept.length > 0 ? kept : rows;
  const holdNow = () => {
    if (kept.length === 0 && rows.length > 0) setHeld({ of, ids: new Set(rows.map((row) => row.id)) });
  };
  return {
    rows: shown,
    waiting: rows.length - shown.length,
    release: () => setHeld(null),
    // Also when it moves: the list may have become another one beneath it.
    holding: { onPointerEnter: holdNow, onPointerMove: holdNow, onPointerLeave: () => setHeld(null) },
  };
}
