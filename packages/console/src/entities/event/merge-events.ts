import type { SiteEvent } from "@gatehouse/contract/entities/event";

/** A page of events. */
export interface EventPage {
  data: SiteEvent[];
  next: string | null;
  prev: string | null;
}

/**
 * Merges streamed events into the first page: replaces known ones and inserts new ones by time. An event older than the
 * end of the page belongs to the next page, if there is one.
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

/** By event time, then by id. */
const newestFirst = (one: SiteEvent, other: SiteEvent): number =>
  Date.parse(other.dateTime) - Date.parse(one.dateTime) || other.id - one.id;
