import type { Station } from "@gatehouse/contract/entities/station";
import { RelativeTime } from "../../ui/date-time.tsx";
import classes from "./station.module.css";

/** OPS-3: the notes since the last handover. */
export function ShiftNotes({ notes, timeZone }: { notes: Station["notes"]; timeZone: string }) {
  if (notes.length === 0) return null;
  return (
    <section className={classes.notes} aria-label="Notes of this shift">
      <h3>Notes of this shift</h3>
      <ul>
        {notes.map(({ id, text, by, at }) => (
          <li key={id}>
            {text}
            <span className={classes.quiet}>
              {` ${by}, `}
              <RelativeTime at={at} timeZone={timeZone} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
