import type { Cursors, Place } from "../security/cursors.ts";

export interface Page<Row> {
  data: Row[];
  next: string | null;
  prev: string | null;
}

interface PageRequest<Row> {
  cursors: Cursors;
  cursor: string | undefined;
  limit: number;
  /** The active filters as one string. */
  of: string;
  /** The time of a row, in lists ordered by time. */
  timeOf?(row: Row): string;
  /** Fetches rows before (newer than) or after a place, nearest first; from the newest without a place. */
  fetch(place: Place | undefined, limit: number): Promise<Row[]>;
}

/** Keyset pagination: rows that are added meanwhile don't shift the pages. */
export async function keysetPage<Row extends { id: number }>(request: PageRequest<Row>): Promise<Page<Row>> {
  const { cursors, cursor, limit, of, fetch, timeOf } = request;
  const place = cursor === undefined ? undefined : cursors.read(cursor, of);
  const rows = await fetch(place, limit + 1);
  const hasMore = rows.length > limit;
  const page = rows.slice(0, limit);
  const data = place?.way === "prev" ? page.reverse() : page;
  const cursorAt = (row: Row | undefined, way: Place["way"], hasPage: boolean) =>
    row && hasPage ? cursors.write({ id: row.id, ...(timeOf && { at: timeOf(row) }), way, of }) : null;
  const isBack = place?.way === "prev";
  return {
    data,
    next: cursorAt(data.at(-1), "next", isBack || hasMore),
    prev: cursorAt(data[0], "prev", isBack ? hasMore : place !== undefined),
  };
}
