import { IconClockExclamation } from "@tabler/icons-react";
import { type SignOutWarning, useSignOutWarning } from "../../api/session-watch.ts";
import { useSite } from "../../api/site.ts";
import { formatClockSeconds } from "../../ui/format-time.ts";
import classes from "./live-status.module.css";

const texts: Record<SignOutWarning["why"], (time: string) => string> = {
  idle: (time) => `You will be signed out at ${time}, because you have not used the console for a while.`,
  "too-old": (time) => `You will be signed out at ${time}, the maximum age of your session. Save your work.`,
};

/** Announces that the session is about to end. */
export function SignOutNotice() {
  const warning = useSignOutWarning();
  const { timeZone } = useSite();
  if (warning === null) return null;
  return (
    <div className={classes.bar} role="alert">
      <IconClockExclamation size={16} aria-hidden />
      <span>{texts[warning.why](formatClockSeconds(new Date(warning.atMs), timeZone))}</span>
      {/* Like any click, it is activity, which renews the session. */}
      {warning.why === "idle" && (
        <button type="button" className={classes.stay}>
          Stay signed in
        </button>
      )}
    </div>
  );
}
