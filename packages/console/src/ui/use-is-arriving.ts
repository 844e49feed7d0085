import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** After this time each part shows its own placeholders for what is still missing. */
const maxArrivalMs = 1_000;

/** Whether a page that has just been opened waits for its first data. */
export function useIsArriving(): boolean {
  const queries = useQueryClient();
  const [isArriving, setIsArriving] = useState(true);
  useEffect(() => {
    if (!isArriving) return;
    const finish = () => setIsArriving(false);
    const check = () => {
      const loading = queries.isFetching({ predicate: ({ state }) => state.data === undefined });
      if (loading === 0) finish();
    };
    let checking: ReturnType<typeof setTimeout>;
    // After React has rendered the new data, which may request more.
    const checkLater = () => {
      clearTimeout(checking);
      checking = setTimeout(check);
    };
    const timeout = setTimeout(finish, maxArrivalMs);
    const unsubscribe = queries.getQueryCache().subscribe(checkLater);
    checkLater();
    return () => {
      clearTimeout(timeout);
      clearTimeout(checking);
      unsubscribe();
    };
  }, [queries, isArriving]);
  return isArriving;
}
