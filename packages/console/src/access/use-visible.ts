import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Whether an element is on the screen: scrolled into view, in a tab that is shown. */
export function useVisible(element: RefObject<Element | null>): boolean {
  const isShown = useSyncExternalStore(subscribeToVisibility, () => !document.hidden);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)?.isIntersecting === true));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isShown && isInView;
}
