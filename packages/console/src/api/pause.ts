/** Waits, or until the signal is aborted. Leaves no listener behind: a loop may use the same signal for days. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  });
}
