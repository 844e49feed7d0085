import type { StationCard } from "@gatehouse/contract/entities/station";
import { AccessOutcome } from "../../access/outcome.tsx";
import { formatClock } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./station.module.css";
import { readOf } from "./station-event.ts";

interface WaitingQueueProps {
  name: string;
  title: string;
  cards: readonly StationCard[];
  shown: StationCard | undefined;
  timeZone: string;
  onChoose: (eventId: number) => void;
}

/** Vehicles that need a guard; a press shows one. */
export function WaitingQueue({ name, title, cards, shown, timeZone, onChoose }: WaitingQueueProps) {
  return (
    <section className={classes.list} aria-label={name}>
      <h3>{title}</h3>
      <ul>
        {cards.map(({ event, handling }) => (
          <li key={event.id}>
            <button
              type="button"
              className={classes.entry}
              aria-current={event.id === shown?.event.id}
              onClick={() => onChoose(event.id)}
            >
              <time dateTime={event.dateTime}>{formatClock(new Date(event.dateTime), timeZone)}</time>
              <PlateFace {...readOf(event)} />
              <AccessOutcome isGranted={event.isGranted} barrierFailure={event.barrierFailure} />
              {handling && <span className={classes.quiet}>{`${handling.by} is handling this`}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
