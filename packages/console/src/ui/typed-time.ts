import { formatDate, formatDateTime } from "./format-time.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const isoDate = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/;
/** As the pages write dates: "15 Nov 2026". */
const namedDate = /^(?<day>\d{1,2})[ .-]*(?<name>[a-z]{3,9})\.?[ ,.-]*(?<year>\d{4})$/i;
const dateAndTime = /^(?<date>.*?)(?:[T ]|, ?)\s*(?<hour>\d{1,2}):(?<minute>\d{2})$/i;

/** The date that was typed as `2026-11-15`; undefined if it is none. Dates with two meanings are not accepted. */
export function parseTypedDate(text: string): string | undefined {
  const { year, month, day, name } = (isoDate.exec(text.trim()) ?? namedDate.exec(text.trim()))?.groups ?? {};
  if (year === undefined || day === undefined) return undefined;
  const number = month ?? String(months.indexOf(name?.slice(0, 3).toLowerCase() ?? "") + 1);
  const reading = `${year}-${number.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${reading}T00:00Z`);
  // Rejects 31 February, which would be a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(reading) ? reading : undefined;
}

/** The date and time that was typed as `2026-11-15T18:07`; undefined if it is incomplete or none. */
export function parseTypedTime(text: string): string | undefined {
  const { date = "", hour = "", minute = "" } = dateAndTime.exec(text.trim())?.groups ?? {};
  const day = parseTypedDate(date);
  if (day === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${day}T${hour.padStart(2, "0")}:${minute}`;
}

/** A date such as `2026-11-15` as the pages write it; other text stays as it is. */
export const formatTypedDate = (text: string): string => {
  const day = parseTypedDate(text);
  return day === undefined ? text : formatDate(new Date(`${day}T00:00Z`), "UTC");
};

/** A date and time such as `2026-11-15T18:07` as the pages write it; other text stays as it is. */
export const formatTypedTime = (text: string): string => {
  const reading = parseTypedTime(text);
  return reading === undefined ? text : formatDateTime(new Date(`${reading}Z`), "UTC");
};
