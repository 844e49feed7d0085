import { formatWindow, type WeeklyWindow, weekdays } from "@gatehouse/contract/entities/access/schedule";
import { type KeyboardEvent, type PointerEvent as ReactPointerEvent, useEffectEvent, useRef, useState } from "react";
import type { CustomFieldProps } from "../../forms/field.ts";
import { RowGroup } from "../../forms/row-group.tsx";
import { useRowFocus } from "../../forms/use-row-focus.ts";
import classes from "./week.module.css";
import {
  axisHours,
  changeWindow,
  type Piece,
  snap,
  stepMinutes,
  toPieces,
  type WindowChange,
  windowBetween,
} from "./week-geometry.ts";
import { pieceStyle, WeekFrame } from "./week-view.tsx";
import { WindowRow } from "./window-row.tsx";

/** The ends of a window that resize it, in pixels. */
const endWidth = 8;

interface WeekDragOptions {
  windows: readonly WeeklyWindow[];
  /** Length of the time axis. */
  hours: number;
  onChange: (windows: readonly WeeklyWindow[]) => void;
}

/** Adds, moves and resizes windows with the pointer. The axis keeps its length during a drag. */
function useWeekDrag({ windows, hours, onChange }: WeekDragOptions) {
  const [heldHours, setHeldHours] = useState<number>();
  const hasMoved = useRef(false);
  const shownHours = heldHours ?? hours;
  const change = useEffectEvent(onChange);

  /** Follows the pointer until it is released; `apply` gets the distance in minutes, rounded to the step. */
  const follow = (event: ReactPointerEvent<HTMLElement>, track: Element, apply: (minutes: number) => void) => {
    // A person who may not change the schedule sees the form disabled.
    if (event.button !== 0 || track.matches("fieldset:disabled *")) return;
    const { width } = track.getBoundingClientRect();
    const startX = event.clientX;
    hasMoved.current = false;
    setHeldHours(shownHours);
    const listeners = new AbortController();
    const onMove = ({ clientX }: PointerEvent) => {
      const minutes = snap(((clientX - startX) / width) * shownHours * 60);
      if (minutes !== 0) hasMoved.current = true;
      if (hasMoved.current) apply(minutes);
    };
    const onEnd = () => {
      listeners.abort();
      setHeldHours(undefined);
    };
    addEventListener("pointermove", onMove, { signal: listeners.signal });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, onEnd, { signal: listeners.signal });
  };

  return {
    hours: shownHours,
    /** Whether the last press was a drag, and not a click. */
    wasDragged: () => hasMoved.current,
    onPiece: (event: ReactPointerEvent<HTMLElement>, index: number) => {
      event.stopPropagation();
      const [window, track] = [windows[index], event.currentTarget.parentElement];
      if (window === undefined || track === null) return;
      const kind = changeAt(event);
      follow(event, track, (minutes) => change(windows.with(index, changeWindow(window, kind, minutes))));
    },
    onTrack: (event: ReactPointerEvent<HTMLElement>, day: number) => {
      const track = event.currentTarget;
      const { left, width } = track.getBoundingClientRect();
      const from = snap(((event.clientX - left) / width) * shownHours * 60);
      follow(event, track, (minutes) => change([...windows, windowBetween(day, from, from + minutes)]));
    },
  };
}

/** The ends of a piece change its start or end, the rest moves it. */
function changeAt({ currentTarget, clientX }: ReactPointerEvent<HTMLElement>): WindowChange {
  const { left, right } = currentTarget.getBoundingClientRect();
  if (right - clientX < endWidth) return "end";
  return clientX - left < endWidth ? "start" : "move";
}

/** While editing, the axis always shows the next morning, so that an overnight window can be drawn. */
const editorHours = 30;

/** The weekly windows, drawn with the pointer, moved with the arrow keys or typed. */
export function WeekEditor({ value, onChange, errors }: CustomFieldProps) {
  const windows = value as readonly WeeklyWindow[];
  const drag = useWeekDrag({ windows, hours: axisHours(windows, editorHours), onChange });
  const pieces = toPieces(windows);
  const focus = useRowFocus(windows.length, (place) => `[name="windows.${place}.from"]`);
  const remove = (index: number) => focus.remove(() => onChange(windows.toSpliced(index, 1)));
  const onKey = (event: KeyboardEvent, { index }: Piece) => {
    const window = windows[index];
    const minutes = { ArrowLeft: -stepMinutes, ArrowRight: stepMinutes }[event.key];
    if (window !== undefined && minutes !== undefined) {
      event.preventDefault();
      onChange(windows.with(index, changeWindow(window, event.shiftKey ? "end" : "move", minutes)));
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      remove(index);
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
      error={errors.windows}
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
                  key={piece.index}
                  type="button"
                  className={classes.piece}
                  data-fault={errors[`windows.${piece.index}`] !== undefined || undefined}
                  style={pieceStyle(piece, drag.hours)}
                  // One tab stop for each window: its first day.
                  tabIndex={Math.min(...(windows[piece.index]?.days ?? [])) === day ? 0 : -1}
                  aria-label={`${weekdays[day - 1]} ${formatWindow(windows[piece.index] as WeeklyWindow)}`}
                  onPointerDown={(event) => drag.onPiece(event, piece.index)}
                  onKeyDown={(event) => onKey(event, piece)}
                  onClick={() => !drag.wasDragged() && focus.focusRow(piece.index)}
                >
                  <span>{`${windows[piece.index]?.from}–${windows[piece.index]?.to}`}</span>
                </button>
              ))}
          </span>
        )}
      </WeekFrame>
      {windows.length === 0 && <p className={classes.about}>Without windows the schedule is never open.</p>}
      {windows.map((window, index) => (
        <WindowRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a window is its place
          key={index}
          index={index}
          window={window}
          errors={errors}
          onChange={(next) => onChange(windows.with(index, next))}
          onRemove={() => remove(index)}
        />
      ))}
    </RowGroup>
  );
}
