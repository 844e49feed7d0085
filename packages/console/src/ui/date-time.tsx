import type { CSSProperties } from "react";
import { formatDateTime, formatExactTime, formatRelativeTime } from "./format-time.ts";
import { useNowMs } from "./use-now.ts";

// A table with many times lets them wrap on a small screen.
const whole = { whiteSpace: "var(--gh-time-wrap, nowrap)" } as CSSProperties;

/** A date and time that only wraps in between; the tooltip has seconds and time zone. */
export function DateTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} title={formatExactTime(new Date(at), timeZone)}>
      <Unbroken text={formatDateTime(new Date(at), timeZone)} />
    </time>
  );
}

/** A date and time, or only one of them. */
function Unbroken({ text }: { text: string }) {
  const [date, clock] = text.split(", ");
  if (clock === undefined) return text;
  return (
    <>
      <span style={whole}>{`${date},`}</span> <span style={whole}>{clock}</span>
    </>
  );
}

/** A relative time within the last hour, otherwise the time of day; the tooltip has the full time. */
export function RelativeTime({ at, timeZone }: { at: string; timeZone: string }) {
  const shownAtMs = useNowMs();
  const { short, full } = formatRelativeTime(new Date(at), new Date(Math.max(shownAtMs, Date.parse(at))), timeZone);
  return (
    <time dateTime={at} title={full}>
      <Unbroken text={short} />
    </time>
  );
}
