import type { TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface EmptyStateProps {
  icon: TablerIcon;
  title: string;
  /** What would be here, and why it is not. */
  children: ReactNode;
  action?: ReactNode;
}

/** Explains why there is no content, and what to do. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={24} stroke={1.5} aria-hidden />
      </span>
      <p className={classes.title}>{title}</p>
      <p className={classes.words}>{children}</p>
      {action}
    </div>
  );
}
