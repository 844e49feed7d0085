import { IconCloudOff } from "@tabler/icons-react";
import { type LiveState, useLiveState } from "../../api/live-link.ts";
import { useSite } from "../../api/site.ts";
import { formatSince } from "../../ui/format-time.ts";
import classes from "./live-status.module.css";

/** Shows whether the page is up to date. */
export function LiveIndicator() {
  const state = useLiveState();
  const { timeZone } = useSite();
  return (
    <span className={classes.indicator} data-state={state.kind} aria-live="polite">
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>{stateText(state, timeZone)}</span>
    </span>
  );
}

function stateText(state: LiveState, timeZone: string): string {
  if (state.kind === "connected") return "Connected";
  if (state.kind === "catching-up") return "Catching up";
  return `Offline since ${formatSince(new Date(state.sinceMs), new Date(), timeZone)}`;
}

/** Warns that the page shows old data while the server cannot be reached. */
export function OfflineBar() {
  const state = useLiveState();
  const { timeZone } = useSite();
  if (state.kind !== "offline") return null;
  return (
    <p className={classes.bar} role="alert">
      <IconCloudOff size={16} aria-hidden />
      {`No connection to the server since ${formatSince(new Date(state.sinceMs), new Date(), timeZone)}. The page shows data from then.`}
    </p>
  );
}
