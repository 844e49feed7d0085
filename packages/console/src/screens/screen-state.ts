import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";
import { elapsedMs, type Freshness, freshnessAfter, type Moment, readMoment } from "./freshness.ts";
import { type ScreenAccess, startScreenLink } from "./screen-link.ts";

/** What a screen knows. */
export type ScreenState =
  | { readonly kind: "connecting" }
  | { readonly kind: "refused" }
  | { readonly kind: "connected"; readonly content: ScreenContent; readonly freshness: Freshness };

const tickMs = 1_000;
/** A longer gap between two ticks means that the machine slept. */
const sleptMs = 5_000;
const reloadCheckMs = 60_000;

/** Connects a screen and calls back with each new state. */
export function startScreen(access: ScreenAccess, onState: (state: ScreenState) => void): void {
  let content: ScreenContent | undefined;
  let isRefused = false;
  let pageVersion: string | undefined;
  let confirmed = readMoment();
  let lastReload = confirmed;

  const freshness = (now: Moment) => freshnessAfter(elapsedMs(confirmed, now));

  function publish(): void {
    if (content) onState({ kind: "connected", content, freshness: freshness(readMoment()) });
    else onState({ kind: isRefused ? "refused" : "connecting" });
  }

  function confirm(next: ScreenContent): void {
    content = next;
    isRefused = false;
    confirmed = readMoment();
    publish();
  }

  const link = startScreenLink(access, {
    onPage: (version) => {
      // A new version of the server comes with a new version of this page.
      if (pageVersion !== undefined && pageVersion !== version) location.reload();
      pageVersion = version;
    },
    onContent: confirm,
    onCurrent: (at) => content && confirm({ ...content, at }),
    onRefused: () => {
      content = undefined;
      isRefused = true;
      publish();
    },
  });

  let lastTick = readMoment();
  setInterval(() => {
    const now = readMoment();
    if (elapsedMs(lastTick, now) > sleptMs) link.reconnect();
    lastTick = now;
    if (content) publish();
    if (elapsedMs(confirmed, now) > screenTiming.hiddenAfterMs && elapsedMs(lastReload, now) > reloadCheckMs) {
      lastReload = now;
      void reloadIfServed();
    }
  }, tickMs);
  setInterval(() => {
    const isShown = content !== undefined && freshness(readMoment()) === "current";
    if (isShown && document.visibilityState === "visible") link.report();
  }, screenTiming.reportMs);

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") link.reconnect();
  });
  addEventListener("online", link.reconnect);
  publish();
}

/** Reloads the page after a long failure, but only if the server can serve it: a browser's error page would stay. */
async function reloadIfServed(): Promise<void> {
  const isServed = await fetch(location.pathname, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isServed) location.reload();
}
