import { displayTemplates } from "@gatehouse/contract/entities/display/display-page";
import { IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Frame } from "./frame.tsx";
import { staleNote } from "./freshness.ts";
import type { ScreenAccess } from "./screen-link.ts";
import classes from "./screen-page.module.css";
import { type ScreenState, startScreen } from "./screen-state.ts";
import { toTemplateValues } from "./template-values.ts";
import { TemplateView } from "./template-view.tsx";

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
