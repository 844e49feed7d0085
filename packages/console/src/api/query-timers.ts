import { timeoutManager } from "@tanstack/react-query";

interface Timer {
  run: () => void;
  dueMs: number;
  /** How often it is repeated; undefined if it runs once. */
  everyMs?: number;
}

const timers = new Map<number, Timer>();
let lastId = 0;
/** When the next timer is due, and for when the alarm is set. */
let [nextMs, alarmMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
let alarm: ReturnType<typeof setTimeout> | undefined;
let isAlarmChanging = false;

/**
 * Lets all queries share one timer of the browser. Each part of a page that shows a query sets two or three: a page set
 * more than a hundred when it was shown, in one task.
 */
export function shareQueryTimers(): void {
  timeoutManager.setTimeoutProvider<number>({
    setTimeout: (run, delayMs) => addTimer({ run, dueMs: performance.now() + delayMs }),
    setInterval: (run, everyMs) => addTimer({ run, dueMs: performance.now() + everyMs, everyMs }),
    clearTimeout: removeTimer,
    clearInterval: removeTimer,
  });
}

function addTimer(timer: Timer): number {
  lastId += 1;
  timers.set(lastId, timer);
  awaitTimer(timer.dueMs);
  return lastId;
}

/** Sets the alarm once for all timers that are added in the same task. */
function awaitTimer(dueMs: number): void {
  nextMs = Math.min(nextMs, dueMs);
  if (isAlarmChanging || nextMs >= alarmMs) return;
  isAlarmChanging = true;
  queueMicrotask(setAlarm);
}

function removeTimer(id: number | undefined): void {
  if (id !== undefined) timers.delete(id);
}

function setAlarm(): void {
  isAlarmChanging = false;
  clearTimeout(alarm);
  alarmMs = nextMs;
  alarm = setTimeout(runDue, Math.max(0, nextMs - performance.now()));
}

function runDue(): void {
  [nextMs, alarmMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const nowMs = performance.now();
  const due = [...timers].filter(([, { dueMs }]) => dueMs <= nowMs);
  for (const [id, timer] of due) {
    // Another one may have removed it.
    if (!timers.has(id)) continue;
    if (timer.everyMs === undefined) timers.delete(id);
    else timer.dueMs = nowMs + timer.everyMs;
    timer.run();
  }
  for (const { dueMs } of timers.values()) awaitTimer(dueMs);
}
