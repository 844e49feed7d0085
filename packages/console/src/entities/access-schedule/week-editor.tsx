import { formatWindow, type WeeklyWindow, weekdays } from "@gatehouse/contract/entities/access/schedule";
import type { KeyboardEvent } from "react";
import type { CustomFieldProps } from "../../forms/field.ts";
import { RowGroup } from "../../forms/row-group.tsx";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import { useWeekDrag } from "./use-week-drag.ts";
import classes from "./week.module.css";
import { axisHours, changeWindow, type Piece, stepMinutes, toPieces } from "./week-geometry.ts";
import { pieceStyle, WeekFrame } from "./week-view.tsx";
import { WindowRow } from "./window-row.tsx";

/** While editing, the axis always shows the next morning, so that an overnight window can be drawn. */
const editorHours = 30;

/** RULE-2: the weekly windows, drawn with the pointer, moved with the arrow keys or typed. */
export function WeekEditor({ value, onChange, faults }: CustomFieldProps) {
  const windows = value as readonly WeeklyWindow[];
  const drag = useWeekDrag({ windows, hours: axisHours(windows, editorHours), onChange });
  const pieces = toPieces(windows);
  const focus = useRowFocus(windows.length, (place) => `[name="windows.${place}.from"]`);
  const remove = (place: number) => focus.remove(() => onChange(windows.toSpliced(place, 1)));
  const onKey = (event: KeyboardEvent, { place }: Piece) => {
    const window = windows[place];
    const minutes = { ArrowLeft: -stepMinutes, ArrowRight: stepMinutes }[event.key];
    if (window !== undefined && minutes !== undefined) {
      event.preventDefault();
      onChange(windows.with(place, changeWindow(window, event.shiftKey ? "end" : "move", minutes)));
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(place);
    }
  };
  return (
    <RowGroup
      title="Week"
      about={
        <>
          Drag in a day to add a window, drag a window or its ends to change it.{" "}
          <span className={classes.keys}>
            By keyboard: arrow keys move a window, with Shift they change its end, Delete removes it, Enter goes to its
            times.
          </span>
        </>
      }
      fault={faults.windows}
      add={{
        label: "Add window",
        ref: focus.addButton,
        onAdd: () => focus.add(() => onChange([...windows, { days: [1, 2, 3, 4, 5], from: "", to: "" }])),
      }}
      root={focus.root}
    >
      <WeekFrame hours={drag.hours}>
        {(day) => (
          <span className={classes.track} data-editable onPointerDown={(event) => drag.onTrack(event, day)}>
            {pieces
              .filter((piece) => piece.day === day)
              .map((piece) => (
                <button
                  key={piece.place}
                  type="button"
                  className={classes.piece}
                  data-fault={faults[`windows.${piece.place}`] !== undefined || undefined}
                  style={pieceStyle(piece, drag.hours)}
                  // One tab stop for each window: its first day.
                  tabIndex={Math.min(...(windows[piece.place]?.days ?? [])) === day ? 0 : -1}
                  aria-label={`${weekdays[day - 1]} ${formatWindow(windows[piece.place] as WeeklyWindow)}`}
                  onPointerDown={(event) => drag.onPiece(event, piece.place)}
                  onKeyDown={(event) => onKey(event, piece)}
                  onClick={() => !drag.wasDragged() && focus.focusRow(piece.place)}
                >
                  <span>{`${windows[piece.place]?.from}–${windows[piece.place]?.to}`}</span>
                </button>
              ))}
          </span>
        )}
      </WeekFrame>
      {windows.length === 0 && <p className={classes.about}>Without windows the schedule is never open.</p>}
      {windows.map((window, place) => (
        <WindowRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is its place
          key={place}
          place={place}
          window={window}
          faults={faults}
          onChange={(next) => onChange(windows.with(place, next))}
          onRemove={() => remove(place)}
        />
      ))}
    </RowGroup>
  );
}
