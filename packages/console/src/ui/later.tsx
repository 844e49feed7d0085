import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { isFirstPageLoaded } from "./first-page.ts";
import { startLater } from "./start-later.ts";

const checkIntervalMs = 50;
const maxWaitMs = 1_000;

/**
 * The last parts of a page, below the first screen. They are rendered after the first page is shown and their data, which
 * it preloads, has arrived; at once if the page is opened later.
 */
export function Later({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [isDue, setIsDue] = useState(() => !isFirstPageLoaded());
  useEffect(() => {
    if (isDue) return;
    const startedMs = performance.now();
    return startLater(() => {
      const timer = setInterval(() => {
        const loading = queries.isFetching({ predicate: ({ state }) => state.data === undefined });
        if (loading > 0 && performance.now() - startedMs < maxWaitMs) return;
        clearInterval(timer);
        startTransition(() => setIsDue(true));
      }, checkIntervalMs);
      return () => clearInterval(timer);
    });
  }, [isDue, queries]);
  return isDue && children;
}
