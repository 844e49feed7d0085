import { sql } from "kysely";
import { createImageCookie, createImageUrls } from "../../house/event-image-urls.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { StreamedRow, StreamedRows } from "../../platform/http/live-stream.ts";
import type { Services } from "../../platform/services.ts";
import { loadListedEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

/** A client that missed more events reloads its page instead. */
const maxMissedEvents = 1_000;
// Of two events stored at the same time, the one with the lower id may be announced later.
const overlapIds = 500;
const overlapMs = 10_000;

/** The events of the live stream: new ones, and those that a client missed while disconnected. */
export function createEventStream({ db, clock, tickets }: Services): StreamedRows {
  async function loadRows(ids: readonly number[]): Promise<StreamedRow[]> {
    const urlOf = createImageUrls(tickets, clock.now());
    const found = await loadListedEvents(db, ids);
    return found
      .sort((one, other) => one.id - other.id)
      .map((row) => ({ id: row.id, gateId: row.gateId, content: toSiteEvent(row, urlOf) }));
  }

  return {
    rows: loadRows,
    passFor: ({ sessionId }) => createImageCookie(tickets, sessionId),
    newest: async () => {
      const { id } = await onlyRow(sql<{ id: number }>`select coalesce(max(id), 0) as id from events`, db);
      return id;
    },
    since: async (last) => {
      const { rows: found } = await sql<{ id: number }>`
        select id from events where id > ${last - overlapIds}
          and (id > ${last} or "receivedAt" >= coalesce((select "receivedAt" from events where id = ${last}), '-infinity')
            - ${overlapMs} * interval '1 millisecond')
        order by id limit ${maxMissedEvents + 1}`.execute(db);
      return found.length > maxMissedEvents ? undefined : loadRows(found.map(({ id }) => id));
    },
  };
}
