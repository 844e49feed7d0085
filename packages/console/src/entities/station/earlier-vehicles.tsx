import { AccessOutcome } from "../../access/outcome.tsx";
import { PlateFace } from "../../access/plate.tsx";
import { formatClock } from "../../ui/format-time.ts";
import classes from "./station.module.css";
import { readOf, type StationEvent } from "./station-event.ts";

/** The vehicles before the current one. */
export function EarlierVehicles({ events, timeZone }: { events: readonly StationEvent[]; timeZone: string }) {
  return (
    <section className={classes.earlier} aria-label="Earlier vehicles">
      <h3>Earlier</h3>
      <ul>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.dateTime}>{formatClock(new Date(event.dateTime), timeZone)}</time>
            <PlateFace {...readOf(event)} />
            <AccessOutcome isGranted={event.isGranted} barrierFailure={event.barrierFailure} />
          </li>
        ))}
      </ul>
    </section>
  );
}
