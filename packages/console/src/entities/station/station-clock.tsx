import { formatClockSeconds } from "../../ui/format-time.ts";
import { useSecondsNow } from "../../ui/waiting-time.tsx";
import classes from "./station.module.css";

/** The time at the site, with seconds: it shows that the page is alive. */
export function StationClock({ timeZone }: { timeZone: string }) {
  const nowMs = useSecondsNow();
  return <time className={classes.clock}>{formatClockSeconds(new Date(nowMs), timeZone)}</time>;
}
