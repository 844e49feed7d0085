import { useEffect, useEffectEvent, useRef, useState } from "react";

interface Held {
  of: string;
  ids: ReadonlySet<number>;
}

// Less than this is not reading further down yet.
const scrolledPx = 60;

const isScrolled = () => scrollY > scrolledPx;

/**
 * Rows that arrive while someone points at a list or has scrolled down in it wait, so that nothing moves under their eyes.
 * Rows that go, go. Spread `holding` on the list; `waiting` says how many stand behind it and `release` lets them in. `of`
 * tells one page or search of the list from another: the rows of the next one do not wait.
 */
export function useHeldRows<Row extends { id: number }>(rows: readonly Row[], of = "") {
  const [held, setHeld] = useState<Held | null>(null);
  const isPointed = useRef(false);
  const kept = held?.of === of ? rows.filter((row) => held.ids.has(row.id)) : [];
  // Where none is left there is nothing that could move.
  const shown = kept.length > 0 ? kept : rows;
  const holdNow = () => {
    if (kept.length === 0 && rows.length > 0) setHeld({ of, ids: new Set(rows.map((row) => row.id)) });
  };
  const letGo = () => {
    if (!isPointed.current && !isScrolled()) setHeld(null);
  };
  const onScroll = useEffectEvent(() => (isScrolled() ? holdNow() : letGo()));
  useEffect(() => {
    const scrolled = () => onScroll();
    addEventListener("scroll", scrolled, { passive: true });
    return () => removeEventListener("scroll", scrolled);
  }, []);
  const point = (isOver: boolean) => () => {
    isPointed.current = isOver;
    if (isOver) holdNow();
    else letGo();
  };
  return {
    rows: shown,
    waiting: rows.length - shown.length,
    release: () => {
      if (isScrolled()) scrollTo({ top: 0 });
      setHeld(null);
    },
    // Also when it moves: the list may have become another one beneath it.
    holding: { onPointerEnter: point(true), onPointerMove: point(true), onPointerLeave: point(false) },
  };
}
