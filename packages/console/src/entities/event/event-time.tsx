import { exactMoment, momentText } from "../../ui/moment-text.ts";
import { useNowMs } from "../../ui/now.ts";
import classes from "./event-row.module.css";

// A device's clock may be a little ahead of this one's.
const aheadMs = 60_000;

/** When something happened: how long ago or on which day, and the clock to the second. */
export function EventTime({ at, timeZone }: { at: string; timeZone: string }) {
  const time = new Date(at);
  const shownMs = useNowMs();
  const isAhead = time.getTime() - shownMs > aheadMs;
  const now = new Date(isAhead ? shownMs : Math.max(shownMs, time.getTime()));
  const { lead, clock } = exactMoment(time, now, timeZone);
  return (
    <time className={classes.when} dateTime={at} title={momentText(time, now, timeZone).full}>
      {lead !== undefined && <span>{lead}</span>}
      <span className={lead === undefined ? undefined : classes.exact}>{clock}</span>
    </time>
  );
}
