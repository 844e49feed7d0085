import type { ReactNode } from "react";
import classes from "./page.module.css";

interface PageProps {
  /** Describes the page. */
  purpose?: string;
  /** Controls at the top right. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The content of a page; its title is in the header. */
export function Page({ purpose, tools, children }: PageProps) {
  return (
    <div className={classes.page}>
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
