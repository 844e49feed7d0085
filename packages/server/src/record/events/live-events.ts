import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import { sql } from "kysely";
import { createImageCookie, createImageUrls } from "../../house/event-image-urls.ts";
import type { FreshEvents } from "../../intake/fresh-events.ts";
import { onlyRow } from "../../platform/database/only-row.ts";
import type { StreamedRow, StreamedRows } from "../../platform/http/live-stream.ts";
import type { Services } from "../../platform/services.ts";
import { type EventRow, listedEventColumns } from "./event-columns.ts";
import { loadListedEvents } from "./event-list.ts";
import { toSiteEvent } from "./event-row.ts";

/** A client that missed more events reloads its page instead. */
const maxMissedEvents = 1_000;
// Of two events stored at the same time, the one with the lower id may be announced later.
const overlapIds = 500;
const overlapMs = 10_000;

/** The events of the live stream: new ones, and those that a client missed while disconnected. */
export function createEventStream({ db, clock, tickets }: Services, freshEvents: FreshEvents): StreamedRows {
  const toStreamed = (rows: readonly EventRow[]): StreamedRow[] => {
    const urlOf = createImageUrls(tickets, clock.now());
    return rows.map((row) => ({ id: row.id, gateId: row.gateId, content: toSiteEvent(row, urlOf) }));
  };

  const loadRows = async (ids: readonly number[]) =>
    toStreamed((await loadListedEvents(db, ids)).sort((one, other) => one.id - other.id));

  return {
    rows: loadRows,
    fresh: (id) => {
      const event = freshEvents.take(id);
      return event && (() => toStreamed(event.listing === "again" ? [] : [toFreshRow(event)]));
    },
    onMissed: freshEvents.clear,
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

/** An event as SQL reads it right after it was stored: without pictures, and no barrier or person has acted on it. */
function toFreshRow(event: EventRecord): EventRow {
  const times = { occurredAt: event.occurredAt.toISOString(), receivedAt: event.receivedAt.toISOString() };
  const stored: Partial<Record<string, unknown>> = { ...event, ...times, sightings: 1 };
  const columns = Object.fromEntries(listedEventColumns.map((name) => [name, stored[name] ?? null]));
  const { isGranted, trace } = event;
  const shadow = isGranted === null ? null : (trace.shadow?.map(({ text }) => text) ?? null);
  return { ...columns, barrierFailure: null, letIn: null, shadow } as EventRow;
}
