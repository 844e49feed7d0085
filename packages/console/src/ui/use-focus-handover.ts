import { useLayoutEffect, useRef } from "react";

const pressable = "button:enabled, a[href]";

/** Moves the focus to a neighbour of a row that is removed while it has the focus: it would be lost. */
export function useFocusHandover<Row extends HTMLElement>() {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      if (row?.contains(document.activeElement)) neighbourOf(row)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}

/** A button of the next or previous row, or else of the card around the rows. */
function neighbourOf(row: HTMLElement): HTMLElement | null {
  const { nextElementSibling: next, previousElementSibling: previous } = row;
  return (next ?? previous ?? row.closest("section"))?.querySelector<HTMLElement>(pressable) ?? null;
}

/** The first button of what is left around a removed element: its list, or else its card. */
export const buttonNear = (around: readonly (Element | null | undefined)[]): HTMLElement | null =>
  around.find((element) => element?.isConnected)?.querySelector<HTMLElement>(pressable) ?? null;
