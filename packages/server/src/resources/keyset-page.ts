import type { Cursors, Place } from "../platform/security/cursors.ts";

/** A page of a long list. */
export interface Page<Row> {
  data: Row[];
  next: string | null;
  prev: string | null;
}

interface PageRequest<Row> {
  cursors: Cursors;
  cursor: string | undefined;
  limit: number;
  /** The filters in force, as one text. */
  of: string;
  /** The time of a row, in lists that are ordered by it. */
  timeOf?(row: Row): string;
  /** Fetches rows before (newer than) or after a place, nearest first; all from the newest without a place. */
  fetch(place: Place | undefined, limit: number): Promise<Row[]>;
}

/** RES-2: pages by the rows themselves and not by counting, so that rows added meanwhile shift nothing. */
export async function keysetPage<Row extends { id: number }>(request: PageRequest<Row>): Promise<Page<Row>> {
  const { cursors, cursor, limit, of, fetch, timeOf } = request;
  const place = cursor === undefined ? undefined : cursors.read(cursor, of);
  const rows = await fetch(place, limit + 1);
  const hasMore = rows.length > limit;
  const kept = rows.slice(0, limit);
  const data = place?.way === "prev" ? kept.reverse() : kept;
  const at = (row: Row | undefined, way: Place["way"], is: boolean) =>
    row && is ? cursors.write({ id: row.id, ...(timeOf && { at: timeOf(row) }), way, of }) : null;
  const isBack = place?.way === "prev";
  return {
    data,
    next: at(data.at(-1), "next", isBack || hasMore),
    prev: at(data[0], "prev", isBack ? hasMore : place !== undefined),
  };
}
