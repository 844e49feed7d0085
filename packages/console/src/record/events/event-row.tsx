import type { SiteEvent } from "@gatehouse/contract/entities/event";
import type { EventTiming } from "@gatehouse/contract/events/event-module";
import { type MouseEvent, memo } from "react";
import { formatEventTime, formatRelativeTime } from "../../ui/format-time.ts";
import { RowButton } from "../../ui/row-button.tsx";
import { useNowMs } from "../../ui/use-now.ts";
import { plateOrTag, sourceOf } from "./event-filters.ts";
import { type CellContext, eventColumns } from "./event-kinds.tsx";
import classes from "./event-row.module.css";

const timings: Record<EventTiming, { word: string; hint: string } | undefined> = {
  live: undefined,
  late: { word: "late", hint: "Arrived late; no gate was opened" },
  future: { word: "clock ahead", hint: "The device clock is ahead; no gate was opened" },
  unreadable: { word: "time unreadable", hint: "Stored at its time of arrival; no gate was opened" },
};

interface EventRowProps {
  event: SiteEvent;
  /** The same object for all rows and renders, so that memoized rows are not re-rendered. */
  context: CellContext;
  isNew: boolean;
  onWhy: (event: SiteEvent) => void;
}

/** A row of the event table; on a phone a card titled with the plate or tag. */
export const EventRow = memo(function EventRow({ event, context, isNew, onWhy }: EventRowProps) {
  const timing = timings[event.timing];
  return (
    // Keyboards use the button "Why?" of the row.
    <tr className={classes.row} data-new={isNew || undefined} onClick={(click) => isOnRowItself(click) && onWhy(event)}>
      <td className={`${classes.cell} ${classes.time}`} data-label="Time">
        <span className={classes.moment}>
          <EventTime at={event.dateTime} timeZone={context.timeZone} />
          {timing && (
            <span className={classes.timing} title={timing.hint}>
              {timing.word}
            </span>
          )}
        </span>
      </td>
      {eventColumns(event.module).map(({ title, isNumber, isHead, draw, smallBelow }) => {
        const content = draw(event, context);
        const isEmpty = content === null || content === "";
        return (
          <td
            key={title}
            className={`${classes.cell} ${isHead ? classes.head : ""}`}
            data-label={isHead ? undefined : title}
            data-number={isNumber}
            data-empty={isEmpty || undefined}
            data-small-below={smallBelow?.(event) ?? undefined}
          >
            {isEmpty ? "–" : content}
          </td>
        );
      })}
      <td className={`${classes.cell} ${classes.actions}`}>
        <RowButton
          label={`Why? ${plateOrTag(event) ?? sourceOf(event)}`}
          text="Why?"
          opens={`events.${event.id}`}
          onClick={() => onWhy(event)}
        />
      </td>
    </tr>
  );
});

/** Whether a click is meant for the row: not for a control in it, and not to select text. */
const isOnRowItself = ({ target }: MouseEvent) =>
  !(target as Element).closest("button, a, input") && getSelection()?.isCollapsed !== false;

// Tolerance for device clocks that are ahead.
const maxClockAheadMs = 60_000;

/** Time of an event: relative or date, and the exact time of day. */
function EventTime({ at, timeZone }: { at: string; timeZone: string }) {
  const time = new Date(at);
  const shownMs = useNowMs();
  const isAhead = time.getTime() - shownMs > maxClockAheadMs;
  const now = new Date(isAhead ? shownMs : Math.max(shownMs, time.getTime()));
  const { lead, clock } = formatEventTime(time, now, timeZone);
  return (
    <time className={classes.when} dateTime={at} title={formatRelativeTime(time, now, timeZone).full}>
      {lead !== undefined && <span>{lead}</span>}
      <span className={lead === undefined ? undefined : classes.exact}>{clock}</span>
    </time>
  );
}
