import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";

/** A page of events as the server answers it. */
export interface EventPage {
  data: SiteEvent[];
  next: string | null;
  prev: string | null;
}

/**
 * The first page with rows that the stream brought: those that are known are replaced, new ones take their place by time.
 * What is older than the page's end belongs to the next page, unless there is none.
 */
export function mergeEvents(page: EventPage, rows: readonly SiteEvent[]): EventPage {
  if (rows.length === 0) return page;
  const latest = new Map(rows.map((row) => [row.id, row]));
  const known = page.data.map((row) => latest.get(row.id) ?? row);
  for (const { id } of known) latest.delete(id);
  const last = known.at(-1);
  const isOnPage = (row: SiteEvent) => page.next === null || last === undefined || newestFirst(row, last) < 0;
  return { ...page, data: [...known, ...[...latest.values()].filter(isOnPage)].toSorted(newestFirst) };
}

/** By their own time, and by their number where that is the same. */
const newestFirst = (one: SiteEvent, other: SiteEvent): number =>
  Date.parse(other.dateTime) - Date.parse(one.dateTime) || other.id - one.id;
