import type { StateText } from "../hardware-state.tsx";
import classes from "./display.module.css";

/** Says that a preview is not what people see, because the display does not reply. */
export function OfflineNotice({ state, what }: { state: StateText | undefined; what: string }) {
  if (state?.tone !== "bad") return null;
  return (
    <p className={classes.fault} role="status" title={state.title}>
      {`${state.text}. It shows its last known ${what}; this preview is what it shows when it is online again.`}
    </p>
  );
}
