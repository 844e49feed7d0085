import { zonedText } from "@gatehouse/contract/fields/zoned-time";

/** The name of a shift: its start in the time of the site, and who took it over. */
export function shiftText(at: string | null, by: string | null, timeZone: string): string | null {
  if (at === null) return null;
  const start = zonedText(new Date(at), timeZone).slice(0, 16).replace("T", " ");
  return by === null ? `From ${start}` : `${by}, from ${start}`;
}
