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
 * The content of a page; its title is in the header. It appears with its first data: parts that are shown before those
 * above them have their size would move, and a click would miss its button.
 */
export function Page({ purpose, tools, children }: PageProps) {
  return (
    <div className={classes.page} data-arriving={useIsArriving() || undefined}>
      {(purpose !== undefined || tools !== undefined) && (
        <div className={classes.head}>
          <p className={classes.purpose}>{purpose}</p>
          {tools !== undefined && <div className={classes.tools}>{tools}</div>}
        </div>
      )}
      {children}
    </div>
  );
}
