/** Requests that start in one task. More would make it long, because the browser needs a while to start each. */
const maxStarts = 4;

const waiting: (() => void)[] = [];
let started = 0;

/** Waits for the next task if several requests have started in this one. */
export function waitForStep(): Promise<void> | undefined {
  if (started === 0) setTimeout(startNext);
  started += 1;
  return started <= maxStarts ? undefined : new Promise((resolve) => waiting.push(resolve));
}

function startNext(): void {
  const due = waiting.splice(0, maxStarts);
  started = due.length;
  if (started > 0) setTimeout(startNext);
  for (const start of due) start();
}
