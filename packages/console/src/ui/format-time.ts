const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it a hundred times, and a table's page has hundreds of times in it. */
function formatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const made =
    formatters.get(key) ?? new Intl.DateTimeFormat("en-GB", { timeZone: supportedTimeZone(timeZone), ...options });
  formatters.set(key, made);
  return made;
}

/** The time of day at the site. */
export const formatClock = (at: Date, timeZone: string) =>
  formatter(timeZone, { hour: "2-digit", minute: "2-digit" }).format(at);

/** The time of day at the site, to the second. */
export const formatClockSeconds = (at: Date, timeZone: string) =>
  formatter(timeZone, { timeStyle: "medium" }).format(at);

/** A date with its time of day at the site. */
export const formatDateTime = (at: Date, timeZone: string) =>
  formatter(timeZone, { dateStyle: "medium", timeStyle: "short" }).format(at);

/** A date with its time of day at the site, to the second and with its zone. */
export const formatExactTime = (at: Date, timeZone: string) =>
  formatter(timeZone, { dateStyle: "medium", timeStyle: "long" }).format(at);

/** What a time is called, seen from now, in the site's time zone. */
export function formatRelativeTime(at: Date, now: Date, timeZone: string): { short: string; full: string } {
  const full = formatter(timeZone, { dateStyle: "full", timeStyle: "long" }).format(at);
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return { short: "just now", full };
  if (minutes < 60) return { short: `${minutes} min ago`, full };
  return { short: formatSince(at, now, timeZone), full };
}

/** What a time is made of, seen from now: how long ago or else on which other day, and the clock to the second. */
export function formatEventTime(at: Date, now: Date, timeZone: string) {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  const day = formatter(timeZone, { dateStyle: "medium" });
  const date = day.format(at) === day.format(now) ? undefined : day.format(at);
  const clock = formatClockSeconds(at, timeZone);
  const isRecent = minutes >= 0 && minutes < 60;
  return { lead: isRecent ? formatRelativeTime(at, now, timeZone).short : date, clock };
}

/** The time of day at the site, with its date when that is not today's. */
export function formatSince(at: Date, now: Date, timeZone: string): string {
  const clock = formatClock(at, timeZone);
  const day = formatter(timeZone, { dateStyle: "medium" });
  return day.format(at) === day.format(now) ? clock : `${day.format(at)}, ${clock}`;
}

/** A zone that this browser does not know must not take the page down. */
export function supportedTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
