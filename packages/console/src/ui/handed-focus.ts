import { type RefObject, useLayoutEffect, useRef } from "react";

/** Passes the focus of a placeholder on to the input that replaces it once its code is loaded. */
export function useHandedFocus() {
  const hasFocus = useRef(false);
  const setFocus = (now: boolean) => {
    hasFocus.current = now;
  };
  const placeholder = { onFocus: () => setFocus(true), onBlur: () => setFocus(false) };
  return { placeholder, setFocus, takesFocus: () => hasFocus.current };
}

/** The ref of the input that replaces a placeholder. It opens its list with the focus. */
export function useTakenFocus(takesFocus: () => boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const takesFocusNow = useRef(takesFocus);
  useLayoutEffect(() => {
    if (takesFocusNow.current()) input.current?.focus();
  }, []);
  return input;
}
