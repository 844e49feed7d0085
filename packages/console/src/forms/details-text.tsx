import type { ReactNode } from "react";
import classes from "./details-text.module.css";

/** Details of a record that are a sentence, not an address or a code. */
export const DetailsText = ({ children }: { children: ReactNode }) => (
  <span className={classes.sentence}>{children}</span>
);
