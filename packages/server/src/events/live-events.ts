import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import { sql } from "kysely";
import type { StreamedRows } from "../platform/http/live-stream.ts";
import type { Services } from "../platform/services.ts";
import { imageAddresses, imagePass } from "./event-image.ts";
import { loadListedEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

/** More than this is fetched as a page, not streamed. */
const mostMissed = 1_000;
// Of two that are stored at the same time, the one with the lower id may be told later.
const overlapIds = 500;
const overlapMs = 10_000;

/** EVT-4: new events as rows of the live stream, and what a reader missed while it was away. */
export function eventFrames({ db, clock, tickets }: Services): StreamedRows {
  async function rows(ids: readonly number[]): Promise<SiteEvent[]> {
    const addressOf = imageAddresses(tickets, clock.now());
    const found = await loadListedEvents(db, ids);
    return found.sort((one, other) => one.id - other.id).map((row) => toSiteEvent(row, addressOf));
  }

  return {
    rows,
    passFor: ({ sessionId }) => imagePass(tickets, sessionId),
    newest: async () => {
      const { rows: found } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from events`.execute(db);
      return found[0]?.id ?? 0;
    },
    since: async (last) => {
      const { rows: found } = await sql<{ id: number }>`
        select id from events where id > ${last - overlapIds}
          and (id > ${last} or "receivedAt" >= coalesce((select "receivedAt" from events where id = ${last}), '-infinity')
            - ${overlapMs} * interval '1 millisecond')
        order by id limit ${mostMissed + 1}`.execute(db);
      return found.length > mostMissed ? undefined : rows(found.map(({ id }) => id));
    },
  };
}
