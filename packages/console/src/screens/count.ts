/** Whether spaces are left; unknown without a value. */
export type Availability = "free" | "full" | "unknown";

/** The word of each state. A shape and a colour go with it, never a colour alone. */
export const availabilityWords: Record<Availability, string> = { free: "FREE", full: "FULL", unknown: "NO DATA" };

const numbers = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });

/** Whole spaces only: half a space is none. Undefined without a usable value. */
const wholeSpaces = (value: number | undefined): number | undefined =>
  value === undefined || !Number.isFinite(value) ? undefined : Math.floor(value);

/** A number of spaces. A negative count is an error of counting, so it shows as a dash. */
export function formatCount(value: number | undefined): string {
  const spaces = wholeSpaces(value);
  return spaces === undefined || spaces < 0 ? "–" : numbers.format(spaces);
}

/** Full at zero and below. */
export function availabilityOf(value: number | undefined): Availability {
  const spaces = wholeSpaces(value);
  if (spaces === undefined) return "unknown";
  return spaces > 0 ? "free" : "full";
}

/** More free spaces than there are is an error of counting too: at most all of them are free. */
export const atMost = (free: number | undefined, total: number | undefined): number | undefined =>
  free === undefined || total === undefined || total < 0 ? free : Math.min(free, total);

/** The share of `free` in `total`, from 0 to 1; undefined if it can't be computed. */
export function freeShare(free: number | undefined, total: number | undefined): number | undefined {
  const [spaces, all] = [wholeSpaces(free), wholeSpaces(total)];
  if (spaces === undefined || all === undefined || all <= 0) return undefined;
  return Math.min(1, Math.max(0, spaces / all));
}
