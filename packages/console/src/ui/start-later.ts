/** A hidden page is not painted. */
const maxPaintWaitMs = 500;

/**
 * Starts something in a task of its own, after the page that needs it is painted: what the page does not show at first
 * must not delay it. Returns a function that stops it.
 */
export function startLater(start: () => (() => void) | undefined): () => void {
  let stop: (() => void) | undefined;
  let timer = setTimeout(run, maxPaintWaitMs);
  function run() {
    cancelAnimationFrame(frame);
    stop = start();
  }
  // The callbacks of a frame run before it is painted.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    stop?.();
  };
}
