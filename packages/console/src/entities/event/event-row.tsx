import type { SiteEvent } from "@gatehouse/contract/entities/event/event.schema";
import type { EventTiming } from "@gatehouse/contract/events/event-module";
import { Button } from "@mantine/core";
import { memo } from "react";
import { readOf, sourceOf } from "./event-filters.ts";
import { eventKinds } from "./event-kinds.tsx";
import classes from "./event-row.module.css";
import { EventTime } from "./event-time.tsx";

const timings: Record<EventTiming, { word: string; hint: string } | undefined> = {
  live: undefined,
  late: { word: "late", hint: "It arrived long after it happened, and opened nothing" },
  future: { word: "clock ahead", hint: "By its device's clock it has not happened yet, and opened nothing" },
};

interface EventRowProps {
  event: SiteEvent;
  timeZone: string;
  /** Just arrived. */
  isNew: boolean;
  onWhy: (event: SiteEvent) => void;
}

/** EVT-2: an event in its table; on a phone a card with what was read as its head. */
export const EventRow = memo(function EventRow({ event, timeZone, isNew, onWhy }: EventRowProps) {
  const { columns } = eventKinds[event.module];
  const timing = timings[event.timing];
  return (
    <tr className={classes.row} data-new={isNew || undefined}>
      <td className={`${classes.cell} ${classes.time}`} data-label="Time">
        <span className={classes.moment}>
          <EventTime at={event.dateTime} timeZone={timeZone} />
          {timing && (
            <span className={classes.timing} title={timing.hint}>
              {timing.word}
            </span>
          )}
        </span>
      </td>
      {columns.map(({ title, isNumber, isHead, draw }) => {
        const content = draw(event as never, timeZone);
        const isEmpty = content === null || content === "";
        return (
          <td
            key={title}
            className={`${classes.cell} ${isHead ? classes.head : ""}`}
            data-label={isHead ? undefined : title}
            data-number={isNumber}
            data-empty={isEmpty || undefined}
          >
            {isEmpty ? "–" : content}
          </td>
        );
      })}
      <td className={`${classes.cell} ${classes.actions}`}>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Why? ${readOf(event) ?? sourceOf(event)}`}
          onClick={() => onWhy(event)}
        >
          Why?
        </Button>
      </td>
    </tr>
  );
});
