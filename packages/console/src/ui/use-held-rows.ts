import { useState } from "react";

/**
 * Rows that arrive while someone points at a list wait, so that nothing moves under the pointer. Rows that go, go.
 * Spread `holding` on the list; `waiting` says how many stand behind it and `release` lets them in.
 */
export function useHeldRows<Row extends { id: number }>(rows: readonly Row[]) {
  const [held, setHeld] = useState<ReadonlySet<number> | null>(null);
  const shown = held === null ? rows : rows.filter((row) => held.has(row.id));
  const holdNow = () => setHeld((now) => now ?? new Set(rows.map((row) => row.id)));
  return {
    rows: shown,
    waiting: rows.length - shown.length,
    release: () => setHeld(null),
    holding: { onPointerEnter: holdNow, onPointerLeave: () => setHeld(null) },
  };
}
