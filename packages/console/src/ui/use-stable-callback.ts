import { useCallback, useLayoutEffect, useRef } from "react";

/** A handler that stays the same however often it is made anew, so that rows which got nothing else are not redrawn. */
export function useStableCallback<Args extends readonly unknown[]>(
  handler: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
