import { displayTemplates, screenTiming } from "@gatehouse/contract/entities/display/display-page";
import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Frame } from "./frame.tsx";
import { elapsedMs, type Freshness, freshnessAfter, type Moment, readMoment, staleNote } from "./freshness.ts";
import type { ScreenAccess } from "./screen-link.ts";
import { startScreenLink } from "./screen-link.ts";
import classes from "./screen-page.module.css";
import { toTemplateValues } from "./template-values.ts";
import { TemplateView } from "./template-view.tsx";

/** What a screen knows. */
type ScreenState =
  | { readonly kind: "connecting" }
  | { readonly kind: "refused" }
  | { readonly kind: "connected"; readonly content: ScreenContent; readonly freshness: Freshness };

const tickMs = 1_000;
/** A longer gap between two ticks means that the machine slept. */
const sleptMs = 5_000;
const reloadCheckMs = 60_000;

/** Connects a screen and calls back with each new state. */
function startScreen(access: ScreenAccess, onState: (state: ScreenState) => void): void {
  let content: ScreenContent | undefined;
  let isRejected = false;
  let pageVersion: string | undefined;
  let confirmed = readMoment();
  let lastReload = confirmed;

  const freshness = (now: Moment) => freshnessAfter(elapsedMs(confirmed, now));

  function publish(): void {
    if (content) onState({ kind: "connected", content, freshness: freshness(readMoment()) });
    else onState({ kind: isRejected ? "refused" : "connecting" });
  }

  function confirm(next: ScreenContent): void {
    content = next;
    isRejected = false;
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
      isRejected = true;
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

const idleAfterMs = 3_000;

/** Whether the pointer has not moved for a few seconds. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let timer = setTimeout(setIsIdle, idleAfterMs, true);
    const wake = () => {
      setIsIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIsIdle, idleAfterMs, true);
    };
    addEventListener("pointermove", wake);
    addEventListener("pointerdown", wake);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointermove", wake);
      removeEventListener("pointerdown", wake);
    };
  }, []);
  return isIdle;
}

/** The page that a TV shows: the display of its link, without sign-in. */
export function ScreenPage({ access }: { access: ScreenAccess | undefined }) {
  const [state, setState] = useState<ScreenState>({ kind: "connecting" });
  const isIdle = useIsIdle();
  useEffect(() => {
    if (access) startScreen(access, setState);
  }, [access]);
  useEffect(keepAwake, []);
  const name = state.kind === "connected" ? state.content.name : "Display";
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <main className={classes.page} data-idle={isIdle || undefined} aria-label={name}>
      {access ? <Shown state={state} /> : <ScreenMessage {...messages.noKey} />}
      {document.fullscreenEnabled && <FullScreenButton />}
    </main>
  );
}

const messages = {
  noKey: {
    title: "Link incomplete",
    text: "Open the whole link of this display. Create one in Gatehouse, in the form of the display.",
  },
  refused: {
    title: "Link not valid",
    text: "The link of this display was replaced or revoked. Create a new one in Gatehouse, in the form of the display.",
  },
  connecting: { title: "Connecting…", text: "Waiting for Gatehouse." },
  outOfService: { title: "Out of service", text: "This part of the site is switched off." },
  noTemplate: { title: "No template", text: "This version of Gatehouse doesn't have the template of this display." },
};

function Shown({ state }: { state: ScreenState }) {
  if (state.kind !== "connected") return <ScreenMessage {...messages[state.kind]} />;
  const { content, freshness } = state;
  const template = displayTemplates.find(({ id }) => id === content.templateId);
  if (!template) return <ScreenMessage {...messages.noTemplate} />;
  if (!content.isInService) return <ScreenMessage {...messages.outOfService} />;
  return (
    <TemplateView
      template={template}
      title={content.name}
      siteName={content.siteName}
      values={toTemplateValues(content.values, freshness !== "hidden")}
      note={staleNote(freshness, content.at, content.timeZone, new Date())}
    />
  );
}

function subscribeToFullScreen(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** Visible while the pointer moves or the button has the focus. */
function FullScreenButton() {
  const isFull = useSyncExternalStore(subscribeToFullScreen, () => document.fullscreenElement !== null);
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return (
    <button
      type="button"
      className={classes.fullScreen}
      aria-label={isFull ? "Leave full screen" : "Full screen"}
      onClick={() => void toggle().catch(() => {})}
    >
      {isFull ? <IconMinimize aria-hidden /> : <IconMaximize aria-hidden />}
    </button>
  );
}

/** A screen without values, such as before the first ones arrive. */
function ScreenMessage({ title, text }: { title: string; text: string }) {
  return (
    <Frame tone="dark" isStale={false}>
      <div className={classes.message} role="status">
        <p className={classes.messageTitle}>{title}</p>
        <p>{text}</p>
      </div>
    </Frame>
  );
}

/** Prevents the screen from turning off, where the browser supports it: over HTTPS or on the same machine only. */
function keepAwake(): () => void {
  const request = () => {
    // The browser releases the lock when the page is hidden, and may refuse it on low battery.
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  request();
  document.addEventListener("visibilitychange", request);
  return () => document.removeEventListener("visibilitychange", request);
}
