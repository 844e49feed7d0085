import { type ReactNode, useId } from "react";
import classes from "./card.module.css";

interface CardProps {
  title: string;
  /** Describes the card. */
  purpose?: string | undefined;
  action?: ReactNode;
  /** Inside another card. */
  isInner?: boolean;
  children: ReactNode;
}

/** A titled section of a page. */
export function Card({ title, purpose, action, isInner = false, children }: CardProps) {
  const id = useId();
  const Heading = isInner ? "h3" : "h2";
  return (
    <section className={classes.card} data-inner={isInner || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <Heading id={id}>{title}</Heading>
          {purpose !== undefined && <p>{purpose}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
