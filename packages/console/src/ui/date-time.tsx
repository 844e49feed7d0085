import { dateTimeText, exactText } from "./moment-text.ts";

const whole = { whiteSpace: "nowrap" } as const;

/** A date that breaks before its time of day and nowhere else; to the second and with its zone when pointed at. */
export function DateTime({ at, timeZone }: { at: string; timeZone: string }) {
  const [date, clock] = dateTimeText(new Date(at), timeZone).split(", ");
  return (
    <time dateTime={at} title={exactText(new Date(at), timeZone)}>
      <span style={whole}>{`${date},`}</span> <span style={whole}>{clock}</span>
    </time>
  );
}
