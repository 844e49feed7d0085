import { useCallback, useLayoutEffect, useRef } from "react";

/** A callback with a stable identity, so that memoized rows are not re-rendered. */
export function useStableCallback<Args extends readonly unknown[]>(
  handler: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
