import type { ReactNode } from "react";
import classes from "./resource-card.module.css";

/** Details of a record that are a sentence, not an address or a code. */
export const DetailsText = ({ children }: { children: ReactNode }) => (
  <span className={classes.sentence}>{children}</span>
);
