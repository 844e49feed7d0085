/**
 * Starts something in a task of its own, after the page that needs it is shown: the tasks of a page should be short.
 * Returns a function that stops it.
 */
export function startLater(start: () => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined;
  const timer = setTimeout(() => {
    stop = start();
  });
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}
