import { type ReactNode, startTransition, useEffect, useState } from "react";
import { isFirstPageShown } from "./first-page.ts";
import { startLater } from "./start-later.ts";

/** A screen with one column, where the first screen of a page shows little of it. */
const phone = "(max-width: 40em)";

interface AfterPaintProps {
  /** Only on phones; a larger screen shows it at once. */
  isForPhones?: boolean;
  /** What takes its place until then. */
  place?: ReactNode;
  children: ReactNode;
}

/** What the first page does not show at first, so that its scripts and elements don't delay the page. */
export function AfterPaint({ isForPhones = false, place, children }: AfterPaintProps) {
  const [isPainted, setIsPainted] = useState(() => isFirstPageShown() || (isForPhones && !matchMedia(phone).matches));
  useEffect(() => {
    if (!isPainted) return startLater(() => void startTransition(() => setIsPainted(true)));
  }, [isPainted]);
  return isPainted ? children : place;
}
