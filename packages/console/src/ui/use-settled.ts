import { useEffect, useState } from "react";

/**
 * Whether something has been on the screen for a time, so that a person can have seen it. Starts again with each key;
 * undefined while it is not shown yet.
 */
export function useSettled(key: string | undefined, ms: number): boolean {
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    if (key === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A hidden page draws nothing.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(setSettled, ms, key);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      setSettled(undefined);
    };
  }, [key, ms]);
  return key !== undefined && settled === key;
}
