import type { ReactNode } from "react";
import classes from "./page.module.css";

interface PageProps {
  /** One sentence of purpose. */
  purpose?: string;
  /** The page's tools, at the right of its head. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A page's content beneath the header, which carries its title. */
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
