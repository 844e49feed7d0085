import { type LiveState, useLiveState } from "../../api/live-link.ts";
import { useSite } from "../../api/site.ts";
import { clockText } from "../../ui/moment-text.ts";
import classes from "./live-indicator.module.css";

/** Whether what is on screen is the latest. */
export function LiveIndicator() {
  const state = useLiveState();
  const { timeZone } = useSite();
  return (
    <span className={classes.indicator} data-state={state.kind} aria-live="polite">
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>{wordsFor(state, timeZone)}</span>
    </span>
  );
}

function wordsFor(state: LiveState, timeZone: string): string {
  if (state.kind === "connected") return "Connected";
  if (state.kind === "catching-up") return "Catching up";
  return `Offline since ${clockText(new Date(state.sinceMs), timeZone)}`;
}
