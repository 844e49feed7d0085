import { type ReactNode, startTransition, useEffect, useState } from "react";
import { isFirstPageShown } from "./first-page.ts";
import { startLater } from "./start-later.ts";

interface AfterPaintProps {
  /** What takes its place until then. */
  place?: ReactNode;
  children: ReactNode;
}

/** What the first page does not show at first, so that its scripts don't delay the page. */
export function AfterPaint({ place, children }: AfterPaintProps) {
  const [isPainted, setIsPainted] = useState(isFirstPageShown);
  useEffect(() => {
    if (!isPainted) return startLater(() => void startTransition(() => setIsPainted(true)));
  }, [isPainted]);
  return isPainted ? children : place;
}
