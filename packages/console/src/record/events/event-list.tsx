import type { SiteEvent } from "@gatehouse/contract/entities/event";
import { eventMessages, eventTexts } from "@gatehouse/contract/entities/event.messages";
import type { EventModule } from "@gatehouse/contract/events/event-module";
import { formatCount } from "@gatehouse/contract/fields/number";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCalendarOff } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { ApiError, errorText } from "../../api/api-error.ts";
import { useSite } from "../../api/site.ts";
import { useOpenRecord } from "../../forms/use-open-record.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { formatNumber } from "../../ui/format-number.ts";
import { HeldRows } from "../../ui/held-rows.tsx";
import { lazyWithRetry } from "../../ui/lazy-with-retry.ts";
import { Pager } from "../../ui/pager.tsx";
import { useHeldRows } from "../../ui/use-held-rows.ts";
import { useStableCallback } from "../../ui/use-stable-callback.ts";
import { activeFilters, noFilters } from "./active-filters.ts";
import { eventCountQuery, useEvents } from "./event.queries.ts";
import type { EventFilters } from "./event-filters.ts";
import { eventKinds } from "./event-kinds.tsx";
import classes from "./event-list.module.css";
import { EventRow } from "./event-row.tsx";
import { EventTools } from "./event-tools.tsx";
import { useEventParams } from "./use-event-params.ts";

const searchDebounceMs = 250;
const time = { title: "Time", width: "156px", smallWidth: "88px" };
const why = { title: "Why", isTitleHidden: true, width: "64px" };

/** The events of a module, newest first, in pages; new events appear live. */
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
          error={
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

interface EventCountProps {
  module: EventModule;
  filters: EventFilters;
  /** Whether the filters are complete; false while the person types. */
  isSettled: boolean;
}

/** The number of events that match the filters. */
function EventCount({ module, filters, isSettled }: EventCountProps) {
  const { data } = useQuery({
    ...eventCountQuery(module, filters),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  if (!data) return <p className={classes.count}>&nbsp;</p>;
  const { count, isMore } = data;
  return (
    <p className={classes.count}>{isMore ? `More than ${formatNumber(count)} events` : formatCount(count, "event")}</p>
  );
}

/** Why the list is empty, and what to do. */
function NoEvents({ onClear }: { onClear: () => void }) {
  const params = useEventParams();
  const { status, page, go } = params;
  if (page > 1)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={eventTexts.empty}
        action={
          <Button variant="default" onClick={() => go({})}>
            Newest events
          </Button>
        }
      >
        There are no older events.
      </EmptyState>
    );
  if (activeFilters(params, "UTC").length > 0)
    return (
      <EmptyState
        icon={IconCalendarOff}
        title={eventTexts.empty}
        action={
          <Button
            variant="default"
            // Keeps the focus, because the fault of a limit that loses it would move this button from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onClear}
          >
            Clear filters
          </Button>
        }
      >
        No event matches these filters.
      </EmptyState>
    );
  return (
    <EmptyState icon={IconCalendarOff} title={eventTexts.empty}>
      {status === undefined
        ? "Events appear here automatically."
        : status === "PROCESSED"
          ? "Events that had an effect appear here automatically. The others are under Received."
          : "Events that had no effect appear here automatically."}
    </EmptyState>
  );
}

// Loaded when first opened.
const WhyDrawer = lazyWithRetry(() => import("./why-drawer.tsx"));
const PictureViewer = lazyWithRetry(() => import("./picture-viewer.tsx"));

type Pictured = Extract<SiteEvent, { images: object }>;

const isPictured = (event: SiteEvent): event is Pictured =>
  "images" in event && (event.images.fullImage !== null || event.images.lpImage !== null);

/** Shows the overlay that the URL names: the decision of an event, or its images. */
function EventOverlays({ module, rows }: { module: EventModule; rows: readonly SiteEvent[] }) {
  const why = useOpenRecord("events");
  const pictures = useOpenRecord("pictures");
  const pictured = rows.filter(isPictured);
  const shown = pictured.findIndex(({ id }) => id === pictures.id);
  const event = pictured[shown];
  // A shared link may name images that have moved to another page: show the decision, which has them too.
  const isElsewhere = pictures.id !== undefined && rows.length > 0 && event === undefined;
  const explain = useEffectEvent(() => why.open(pictures.id ?? 0));
  useEffect(() => {
    if (isElsewhere) explain();
  }, [isElsewhere]);
  const step = (by: number) => {
    const to = pictured[shown + by];
    return to && (() => pictures.turn(to.id));
  };
  return (
    <Suspense>
      {why.id !== undefined && <WhyDrawer key={why.id} module={module} id={why.id} onClose={why.close} />}
      {event !== undefined && (
        <PictureViewer event={event} onNewer={step(-1)} onOlder={step(1)} onClose={pictures.close} />
      )}
    </Suspense>
  );
}
