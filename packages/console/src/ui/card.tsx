import { type ReactNode, useId } from "react";
import classes from "./card.module.css";

interface CardProps {
  title: string;
  /** One sentence of purpose. */
  purpose?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Something that stands for itself on a page. */
export function Card({ title, purpose, action, children }: CardProps) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {purpose !== undefined && <p>{purpose}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
