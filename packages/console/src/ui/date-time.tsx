import { formatDateTime, formatExactTime, formatRelativeTime } from "./format-time.ts";
import { useNowMs } from "./use-now.ts";

const whole = { whiteSpace: "nowrap" } as const;

/** A date that breaks before its time of day and nowhere else; to the second and with its zone when pointed at. */
export function DateTime({ at, timeZone }: { at: string; timeZone: string }) {
  const [date, clock] = formatDateTime(new Date(at), timeZone).split(", ");
  return (
    <time dateTime={at} title={formatExactTime(new Date(at), timeZone)}>
      <span style={whole}>{`${date},`}</span> <span style={whole}>{clock}</span>
    </time>
  );
}

/** A time: how long ago, up to an hour; the clock after that; in full when pointed at. */
export function RelativeTime({ at, timeZone }: { at: string; timeZone: string }) {
  const shownAtMs = useNowMs();
  const { short, full } = formatRelativeTime(new Date(at), new Date(Math.max(shownAtMs, Date.parse(at))), timeZone);
  return (
    <time dateTime={at} title={full}>
      {short}
    </time>
  );
}
