import { bringIntoView } from "./bring-into-view.ts";
import classes from "./dialog-fault.module.css";

/** Error message above a dialog's form. */
export function DialogFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p ref={bringIntoView} className={classes.fault} role="alert">
      {text}
    </p>
  );
}
