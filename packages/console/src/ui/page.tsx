import { Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import classes from "./page.module.css";

/** After this time each part shows its own placeholders for what is still missing. */
const maxArrivalMs = 1_000;

/** Whether a page that has just been opened waits for its first data. */
function useIsArriving(): boolean {
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

interface PageProps {
  /** Describes the page. */
  purpose?: string;
  /** Controls at the top right. */
  tools?: ReactNode;
  children: ReactNode;
}

/**
 * The content of a page; its title is in the header. Placeholders are shown until its first data has arrived: parts that
 * are shown before those above them have their size would move, and a click would miss its button.
 */
export function Page({ purpose, tools, children }: PageProps) {
  const isArriving = useIsArriving();
  return (
    <div className={classes.page} data-arriving={isArriving || undefined} aria-busy={isArriving || undefined}>
      {(purpose !== undefined || tools !== undefined) && (
        <div className={classes.head}>
          <p className={classes.purpose}>{purpose}</p>
          {tools !== undefined && <div className={classes.tools}>{tools}</div>}
        </div>
      )}
      {isArriving && <Placeholders />}
      {children}
    </div>
  );
}

/** Stands for a page whose script or rights are still loading. */
export function PagePlaceholder() {
  return (
    <div className={classes.page} aria-busy>
      <Placeholders />
    </div>
  );
}

/** The outlines of cards. */
function Placeholders() {
  return (
    <div className={classes.placeholders} data-placeholders aria-hidden>
      {[28, 40, 22].map((width) => (
        <div key={width} className={classes.placeholder}>
          <Skeleton height={14} width={`${width}%`} />
          <Skeleton height={12} width="92%" />
          <Skeleton height={12} width="84%" />
          <Skeleton height={12} width="88%" />
        </div>
      ))}
    </div>
  );
}
