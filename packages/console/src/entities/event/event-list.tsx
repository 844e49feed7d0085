import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { eventMessages } from "@gatehouse/contract/entities/event.messages";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { HeldRows } from "../../ui/held-rows.tsx";
import { Pager } from "../../ui/pager.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { noFilters } from "./active-filters.ts";
import { useEvents } from "./event.queries.ts";
import { EventCount } from "./event-count.tsx";
import { eventKinds } from "./event-kinds.tsx";
import classes from "./event-list.module.css";
import { EventOverlays } from "./event-overlays.tsx";
import { EventRow } from "./event-row.tsx";
import { EventTools } from "./event-tools.tsx";
import { NoEvents } from "./no-events.tsx";
import { useEventParams } from "./use-event-params.ts";

const searchDebounceMs = 250;
const time = { title: "Time", width: "156px", smallWidth: "88px" };
const why = { title: "Why", isTitleHidden: true, width: "64px" };

/** EVT-4: the events of a module, newest first, in pages; new events appear live. */
export function EventList({ module }: { module: EventModule }) {
  const { filters, text, page, cursor, go } = useEventParams();
  const { timeZone } = useSite();
  const [isCustom, setIsCustom] = useState(false);
  const clear = () => {
    // Also hides limits that are not complete.
    setIsCustom(false);
    go(noFilters);
  };
  const [settledText] = useDebouncedValue(text, searchDebounceMs);
  // Don't query while the user types; keep showing the previous result.
  const query = useEvents(module, filters, cursor, settledText === text);
  const rows = query.data?.data ?? [];
  const of = query.isPlaceholderData ? "" : JSON.stringify([module, filters, cursor]);
  const held = useHeldRows(rows, of);
  const isNew = useNewRows(held.rows, of);
  const record = useOpenRecord("events");
  const openWhy = useStableCallback(({ id }: SiteEvent) => record.open(id));
  const viewer = useOpenRecord("pictures");
  const onPictures = useStableCallback(({ id }: SiteEvent) => viewer.open(id));
  const context = useMemo(() => ({ timeZone, onPictures }), [timeZone, onPictures]);

  // The cursor belongs to a list that has changed.
  const isLost = query.error instanceof ApiError && query.error.code === "cursor/invalid";
  const startOver = useEffectEvent(() => go({}));
  useEffect(() => {
    if (isLost) startOver();
  }, [isLost]);

  const { next = null, prev = null } = query.data ?? {};
  // Page 1 always shows the newest events, even if some arrived meanwhile.
  const turn = (to: number) => go(placeOf(to, to > page ? next : prev), true);
  return (
    <section className={classes.list} aria-label="Events" data-module={module}>
      <EventTools module={module} rows={rows} isCustom={isCustom} onCustom={setIsCustom} onClear={clear} />
      <EventCount module={module} filters={filters} isSettled={settledText === text} />
      <HeldRows held={held}>
        <DataTable
          label="Events"
          columns={[time, ...eventKinds[module].columns, why]}
          rows={query.data && held.rows}
          of={of}
          isBusy={query.isPending || query.isPlaceholderData}
          failure={
            query.isError && !isLost
              ? {
                  text: errorText(query.error, eventMessages["GET /events/{module}"].failure),
                  retry: () => void query.refetch(),
                }
              : undefined
          }
          empty={<NoEvents onClear={clear} />}
        >
          {(event) => <EventRow key={event.id} event={event} context={context} isNew={isNew(event)} onWhy={openWhy} />}
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

/** Distinguishes rows that arrived live from those of the first load. */
function useNewRows(rows: readonly SiteEvent[], of: string) {
  const first = useRef<{ of: string; ids: ReadonlySet<number> }>(undefined);
  if (rows.length > 0 && first.current?.of !== of) first.current = { of, ids: new Set(rows.map(({ id }) => id)) };
  return ({ id }: SiteEvent) => first.current !== undefined && !first.current.ids.has(id);
}
