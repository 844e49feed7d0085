import { cardClosingTitles, type StationCard } from "@gatehouse/contract/entities/station";
import { AccessOutcome } from "../../access/outcome.tsx";
import { formatSince } from "../../ui/format-time.ts";
import { PlateFace } from "../../ui/plate.tsx";
import classes from "./station.module.css";
import { readOf } from "./station-event.ts";

interface EarlierVehiclesProps {
  cards: readonly StationCard[];
  timeZone: string;
  onChoose: (eventId: number) => void;
}

/** The vehicles that need no guard any more; a press shows one. */
export function EarlierVehicles({ cards, timeZone, onChoose }: EarlierVehiclesProps) {
  if (cards.length === 0) return null;
  return (
    <section className={classes.list} aria-label="Earlier vehicles">
      <h3>Earlier</h3>
      <ul>
        {cards.map((card) => (
          <li key={card.event.id}>
            <button type="button" className={classes.entry} onClick={() => onChoose(card.event.id)}>
              <time dateTime={card.event.dateTime}>
                {formatSince(new Date(card.event.dateTime), new Date(), timeZone)}
              </time>
              <PlateFace {...readOf(card.event)} />
              <AccessOutcome isGranted={card.event.isGranted} barrierFailure={card.event.barrierFailure} />
              {card.closing !== null && <span className={classes.quiet}>{toEnding(card)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How a card ended, and by whom. */
function toEnding({ closing, opening, denial }: StationCard): string {
  if (closing === null) return "";
  const by = closing === "opened" ? opening?.by : closing === "denied" ? denial?.by : undefined;
  return by ? `${cardClosingTitles[closing]} by ${by}` : cardClosingTitles[closing];
}
