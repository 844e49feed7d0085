import { IconCloudOff } from "@tabler/icons-react";
import { useLiveState } from "../../api/live-link.ts";
import { useSite } from "../../api/site.ts";
import { clockText } from "../../ui/moment-text.ts";
import classes from "./offline-bar.module.css";

/** Says since when the page stands still. */
export function OfflineBar() {
  const state = useLiveState();
  const { timeZone } = useSite();
  if (state.kind !== "offline") return null;
  return (
    <p className={classes.bar} role="alert">
      <IconCloudOff size={16} aria-hidden />
      {`The server has not answered since ${clockText(new Date(state.sinceMs), timeZone)}. What you see is as of then.`}
    </p>
  );
}
