import classes from "./dialog-fault.module.css";

/** Why a dialog's form could not be saved, above the form. */
export function DialogFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className={classes.fault} role="alert">
      {text}
    </p>
  );
}
