import { timeoutManager } from "@tanstack/react-query";

interface Timer {
  run: () => void;
  dueMs: number;
  /** How often it is repeated; undefined if it runs once. */
  everyMs?: number;
}

const timers = new Map<number, Timer>();
let lastId = 0;
let nextMs = Number.POSITIVE_INFINITY;
let alarm: ReturnType<typeof setTimeout> | undefined;

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
  if (timer.dueMs < nextMs) setAlarm(timer.dueMs);
  return lastId;
}

function removeTimer(id: number | undefined): void {
  if (id !== undefined) timers.delete(id);
}

function setAlarm(dueMs: number): void {
  clearTimeout(alarm);
  nextMs = dueMs;
  alarm = setTimeout(runDue, Math.max(0, dueMs - performance.now()));
}

function runDue(): void {
  nextMs = Number.POSITIVE_INFINITY;
  const nowMs = performance.now();
  const due = [...timers].filter(([, { dueMs }]) => dueMs <= nowMs);
  for (const [id, timer] of due) {
    // Another one may have removed it.
    if (!timers.has(id)) continue;
    if (timer.everyMs === undefined) timers.delete(id);
    else timer.dueMs = nowMs + timer.everyMs;
    timer.run();
  }
  let earliestMs = Number.POSITIVE_INFINITY;
  for (const { dueMs } of timers.values()) earliestMs = Math.min(earliestMs, dueMs);
  if (earliestMs < nextMs) setAlarm(earliestMs);
}
