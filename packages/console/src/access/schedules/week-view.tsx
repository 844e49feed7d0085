import { formatWindow, formatWindows, type WeeklyWindow, weekdays } from "@gatehouse/contract/entities/access/schedule";
import type { CSSProperties, ReactNode } from "react";
import classes from "./week.module.css";
import { type Piece, toPieces } from "./week-geometry.ts";

/** Position of a piece on the time axis. */
export const pieceStyle = ({ start, end }: Pick<Piece, "start" | "end">, hours: number): CSSProperties => ({
  insetInlineStart: `${(start / 60 / hours) * 100}%`,
  inlineSize: `${((end - start) / 60 / hours) * 100}%`,
});

const clockOf = (hour: number) => `${String(hour % 24).padStart(2, "0")}:00`;

interface WeekFrameProps {
  hours: number;
  children: (day: number) => ReactNode;
}

/** The days of a week with a time axis that continues into the next day. */
export function WeekFrame({ hours, children }: WeekFrameProps) {
  const marks = Array.from({ length: hours / 6 }, (_, index) => index * 6);
  return (
    <span className={classes.week} style={{ "--gh-hours": hours } as CSSProperties}>
      <span aria-hidden />
      <span className={classes.axis} aria-hidden>
        {marks.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / hours) * 100}%` }}>
            {hour === 24 ? "next day" : clockOf(hour)}
          </span>
        ))}
      </span>
      {weekdays.map((name, index) => (
        <span key={name} className={classes.row}>
          <span className={classes.day} aria-hidden>
            {name.slice(0, 3)}
          </span>
          {children(index + 1)}
        </span>
      ))}
    </span>
  );
}

interface WeekViewProps {
  windows: readonly WeeklyWindow[];
  /** Length of the time axis. */
  hours: number;
}

/** A schedule drawn as a week. */
export function WeekView({ windows, hours }: WeekViewProps) {
  const pieces = toPieces(windows);
  return (
    <span role="img" aria-label={formatWindows(windows)} className={classes.view}>
      <WeekFrame hours={hours}>
        {(day) => (
          <span className={classes.track}>
            {pieces
              .filter((piece) => piece.day === day)
              .map((piece) => (
                <span
                  key={piece.index}
                  className={classes.piece}
                  style={pieceStyle(piece, hours)}
                  title={formatWindow(windows[piece.index] as WeeklyWindow)}
                />
              ))}
          </span>
        )}
      </WeekFrame>
    </span>
  );
}
