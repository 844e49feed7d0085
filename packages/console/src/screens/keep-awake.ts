/** Prevents the screen from turning off, where the browser supports it: over HTTPS or on the same machine only. */
export function keepAwake(): () => void {
  const request = () => {
    // The browser releases the lock when the page is hidden, and may refuse it on low battery.
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  request();
  document.addEventListener("visibilitychange", request);
  return () => document.removeEventListener("visibilitychange", request);
}
