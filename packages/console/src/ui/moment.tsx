import { momentText } from "./moment-text.ts";
import { useNowMs } from "./now.ts";

/** A time: how long ago, up to an hour; the clock after that; in full when pointed at. */
export function Moment({ at, timeZone }: { at: string; timeZone: string }) {
  const shownAtMs = useNowMs();
  const { short, full } = momentText(new Date(at), new Date(Math.max(shownAtMs, Date.parse(at))), timeZone);
  return (
    <time dateTime={at} title={full}>
      {short}
    </time>
  );
}
