import type { WeeklyWindow } from "@gatehouse/contract/entities/access/schedule";
import { type PointerEvent as ReactPointerEvent, useEffectEvent, useRef, useState } from "react";
import { changeWindow, snap, type WindowChange, windowBetween } from "./week-geometry.ts";

/** The ends of a window that resize it, in pixels. */
const endWidth = 8;

interface WeekDragOptions {
  windows: readonly WeeklyWindow[];
  /** Length of the time axis. */
  hours: number;
  onChange: (windows: readonly WeeklyWindow[]) => void;
}

/** Adds, moves and resizes windows with the pointer. The axis keeps its length during a drag. */
export function useWeekDrag({ windows, hours, onChange }: WeekDragOptions) {
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
    onPiece: (event: ReactPointerEvent<HTMLElement>, place: number) => {
      event.stopPropagation();
      const [window, track] = [windows[place], event.currentTarget.parentElement];
      if (window === undefined || track === null) return;
      const kind = changeAt(event);
      follow(event, track, (minutes) => change(windows.with(place, changeWindow(window, kind, minutes))));
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
