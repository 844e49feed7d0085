const formats = {
  clock: { hour: "2-digit", minute: "2-digit" },
  clockSeconds: { timeStyle: "medium" },
  date: { dateStyle: "medium" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  exact: { dateStyle: "medium", timeStyle: "long" },
  full: { dateStyle: "full", timeStyle: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Formatters = { -readonly [Name in keyof typeof formats]?: Intl.DateTimeFormat };

const formattersOf = new Map<string, { zone: string; made: Formatters }>();

/** Formatters are cached: creating one takes longer than using it a hundred times. */
function formatter(timeZone: string, name: keyof typeof formats): Intl.DateTimeFormat {
  let cached = formattersOf.get(timeZone);
  if (cached === undefined) {
    cached = { zone: supportedTimeZone(timeZone), made: {} };
    formattersOf.set(timeZone, cached);
  }
  cached.made[name] ??= new Intl.DateTimeFormat("en-GB", { timeZone: cached.zone, ...formats[name] });
  return cached.made[name];
}

/** Formats a time of day at the site. */
export const formatClock = (at: Date, timeZone: string) => formatter(timeZone, "clock").format(at);

/** Formats a time of day at the site, with seconds. */
export const formatClockSeconds = (at: Date, timeZone: string) => formatter(timeZone, "clockSeconds").format(at);

/** Formats a date at the site. */
export const formatDate = (at: Date, timeZone: string) => formatter(timeZone, "date").format(at);

/** Formats a date and time at the site. */
export const formatDateTime = (at: Date, timeZone: string) => formatter(timeZone, "dateTime").format(at);

/** Formats a date and time at the site, with seconds and time zone. */
export const formatExactTime = (at: Date, timeZone: string) => formatter(timeZone, "exact").format(at);

export function formatRelativeTime(at: Date, now: Date, timeZone: string): { short: string; full: string } {
  const full = formatter(timeZone, "full").format(at);
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  // The clocks of the browser and the server differ a little.
  if (minutes >= -2 && minutes < 1) return { short: "just now", full };
  if (minutes >= 1 && minutes < 60) return { short: `${minutes} min ago`, full };
  return { short: formatSince(at, now, timeZone), full };
}

/** Formats an event time: relative or date, and the exact time of day. */
export function formatEventTime(at: Date, now: Date, timeZone: string) {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  const day = formatter(timeZone, "date");
  const date = day.format(at) === day.format(now) ? undefined : day.format(at);
  const clock = formatClockSeconds(at, timeZone);
  const isRecent = minutes >= 0 && minutes < 60;
  return { lead: isRecent ? formatRelativeTime(at, now, timeZone).short : date, clock };
}

/** Formats a time of day at the site, with the date if it is not today. */
export function formatSince(at: Date, now: Date, timeZone: string, toClock = formatClock): string {
  const clock = toClock(at, timeZone);
  const day = formatter(timeZone, "date");
  return day.format(at) === day.format(now) ? clock : `${day.format(at)}, ${clock}`;
}

/** Formats a past time of day at the site with seconds, and with the date if it is not today. */
export const formatPastSeconds = (at: Date, timeZone: string) =>
  formatSince(at, new Date(), timeZone, formatClockSeconds);

const supportedZones = new Map<string, string>();

/** The zone, or UTC if this browser does not support it. */
export function supportedTimeZone(name: string): string {
  const known = supportedZones.get(name);
  if (known !== undefined) return known;
  const supported = findTimeZone(name);
  supportedZones.set(name, supported);
  return supported;
}

function findTimeZone(name: string): string {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

export const weekdayTitles = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** An hour of the day: "08:00 to 09:00". */
export const hourTitle = (hour: number): string =>
  `${String(hour).padStart(2, "0")}:00 to ${String(hour + 1).padStart(2, "0")}:00`;
