import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";
import { useIsArriving } from "./use-is-arriving.ts";

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
