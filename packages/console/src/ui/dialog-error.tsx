import { bringIntoView } from "./bring-into-view.ts";
import classes from "./dialog-error.module.css";

/** Error message above a dialog's form. */
export function DialogError({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p ref={bringIntoView} className={classes.fault} role="alert">
      {text}
    </p>
  );
}
