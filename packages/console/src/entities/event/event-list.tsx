import { eventMessages } from "@gatehouse/contract/entities/event/event.messages";
import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { HeldRows } from "../../ui/held-rows.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { useEvents } from "./event.queries.ts";
import { eventKinds } from "./event-kinds.tsx";
import classes from "./event-list.module.css";
import { EventOverlays } from "./event-overlays.tsx";
import { EventRow } from "./event-row.tsx";
import { EventTools } from "./event-tools.tsx";
import { NoEvents } from "./no-events.tsx";
import { useEventParams } from "./use-event-params.ts";

const searchDelayMs = 250;
const time = { title: "Time", width: "156px" };
const why = { title: "Why", isTitleHidden: true, width: "64px" };

/** EVT-4: a module's events, newest first, a page at a time; new ones come by themselves. */
export function EventList({ module }: { module: EventModule }) {
  const { filters, text, page, cursor, go } = useEventParams();
  const { timeZone } = useSite();
  const [settledText] = useDebouncedValue(text, searchDelayMs);
  // What is still being typed is not asked for; what was found before stays in sight meanwhile.
  const query = useEvents(module, filters, cursor, settledText === text);
  const rows = query.data?.data ?? [];
  const of = query.isPlaceholderData ? "" : JSON.stringify([module, filters, cursor]);
  const held = useHeldRows(rows, of);
  const isNew = useNewRows(held.rows, of);
  const record = useOpenRecord("events");
  const openWhy = useStableCallback(({ id }: SiteEvent) => record.open(id));

  // A place of a list that has become another one.
  const isLost = query.error instanceof ApiError && query.error.code === "cursor/invalid";
  const startOver = useEffectEvent(() => go({}));
  useEffect(() => {
    if (isLost) startOver();
  }, [isLost]);

  const { next = null, prev = null } = query.data ?? {};
  // The first page is always the newest, also when rows were added while another was on screen.
  const turn = (to: number) => go(placeOf(to, to > page ? next : prev), true);
  return (
    <section className={classes.list} aria-label="Events">
      <EventTools module={module} rows={rows} />
      <HeldRows held={held}>
        <DataTable
          label="Events"
          columns={[time, ...eventKinds[module].columns, why]}
          rows={query.data && held.rows}
          isBusy={query.isPending || query.isPlaceholderData}
          failure={
            query.isError && !isLost
              ? {
                  text: errorText(query.error, eventMessages["GET /events/{module}"].failure),
                  retry: () => void query.refetch(),
                }
              : undefined
          }
          empty={<NoEvents />}
        >
          {(event) => (
            <EventRow key={event.id} event={event} timeZone={timeZone} isNew={isNew(event)} onWhy={openWhy} />
          )}
        </DataTable>
      </HeldRows>
      {(next !== null || page > 1) && (
        <Pager page={page} hasNext={next !== null} isTurning={query.isPlaceholderData} onTurn={turn} />
      )}
      <EventOverlays module={module} rows={rows} />
    </section>
  );
}

const placeOf = (page: number, cursor: string | null) => (page <= 1 || cursor === null ? {} : { page, cursor });

/** Tells rows that came by themselves from those that a list began with. */
function useNewRows(rows: readonly SiteEvent[], of: string) {
  const first = useRef<{ of: string; ids: ReadonlySet<number> }>(undefined);
  if (rows.length > 0 && first.current?.of !== of) first.current = { of, ids: new Set(rows.map(({ id }) => id)) };
  return ({ id }: SiteEvent) => first.current !== undefined && !first.current.ids.has(id);
}
