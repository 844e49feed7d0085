import { useEffect, useState } from "react";

const idleAfterMs = 3_000;

/** Whether the pointer has not moved for a few seconds. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(setIsIdle, idleAfterMs, true);
    const wake = () => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIsIdle, idleAfterMs, true);
    };
    addEventListener("pointermove", wake);
    addEventListener("pointerdown", wake);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", wake);
      removeEventListener("pointerdown", wake);
    };
  }, []);
  return isIdle;
}
