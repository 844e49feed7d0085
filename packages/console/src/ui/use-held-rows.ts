import { useEffect, useEffectEvent, useRef, useState } from "react";

interface Held {
  of: string;
  ids: ReadonlySet<number>;
}

// Minimum scroll distance that counts as scrolled.
const scrolledPx = 60;

const isScrolled = () => scrollY > scrolledPx;

/**
 * Holds back new rows while the list is hovered or scrolled, so that nothing moves. Removed rows disappear. Spread
 * `holding` on the list; `waiting` is the number of held rows and `release` shows them. `of` identifies a page or
 * search of the list: a different one starts over.
 */
export function useHeldRows<Row extends { id: number }>(rows: readonly Row[], of = "") {
  const [held, setHeld] = useState<Held | null>(null);
  const isPointed = useRef(false);
  const kept = held?.of === of ? rows.filter((row) => held.ids.has(row.id)) : [];
  // If no held row is left, nothing can move.
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
    // Also on move: the list may have changed under the pointer.
    holding: { onPointerEnter: point(true), onPointerMove: point(true), onPointerLeave: point(false) },
  };
}
