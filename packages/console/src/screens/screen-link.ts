import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";
import { apiPath } from "@gatehouse/contract/runtime-config";
import { parseEvents, type StreamEvent } from "../api/event-stream.ts";
import { pause } from "../api/pause.ts";

const firstRetryMs = 500;
const maxRetryMs = 10_000;
/** A rejected key may be valid again only after someone changed the display, so this is rarely tried. */
const rejectedRetryMs = 30_000;

/** Which display to show, and which screen shows it. */
export interface ScreenAccess {
  readonly uid: string;
  readonly key: string;
  /** Random id of this page. */
  readonly screen: string;
}

/** What the connection reports. */
export interface ScreenLinkHandlers {
  /** The version of the page that the server serves. */
  onPage(version: string): void;
  onContent(content: ScreenContent): void;
  /** The last content is still valid. */
  onCurrent(at: string): void;
  /** The key is not valid for this display. */
  onRefused(): void;
}

/** A connection that is restored while the page is shown. */
export interface ScreenLink {
  /** Reconnects at once, after sleep or a network change. */
  reconnect(): void;
  /** Tells the server that the screen is on. */
  report(): void;
}

type Ending = "ended" | "failed" | "refused";

/** Keeps the stream of a screen open: reconnects with back-off and when the server is silent. */
export function startScreenLink(access: ScreenAccess, handlers: ScreenLinkHandlers): ScreenLink {
  let connection = new AbortController();
  let left: AbortController | undefined;

  async function run(ended: AbortSignal): Promise<void> {
    let failures = 0;
    while (!ended.aborted) {
      connection = new AbortController();
      const { signal } = connection;
      const ending = await listen(access, handlers, signal);
      if (ended.aborted) return;
      failures = ending === "ended" ? 0 : failures + 1;
      if (ending === "refused") handlers.onRefused();
      await pause(retryMs(ending, failures), signal);
    }
  }

  const join = () => {
    if (left) return;
    left = new AbortController();
    void run(left.signal);
  };
  const leave = () => {
    left?.abort();
    left = undefined;
    connection.abort();
  };
  join();
  // A page in the browser's cache, or one that the browser has frozen, must not keep a connection.
  addEventListener("pagehide", leave);
  addEventListener("pageshow", join);
  document.addEventListener("freeze", leave);
  document.addEventListener("resume", join);
  return {
    reconnect: () => connection.abort(),
    report: () => {
      const { uid, screen } = access;
      const headers = { ...authorization(access), "content-type": "application/json" };
      // A lost report is repeated by the next one.
      fetch(`${apiPath}/screen/seen`, { method: "POST", headers, body: JSON.stringify({ uid, screen }) }).catch(
        () => {},
      );
    },
  };
}

const authorization = ({ key }: ScreenAccess) => ({ authorization: `Bearer ${key}` });

/** Spread, so that the screens of a site don't return all at once after a restart. */
function retryMs(ending: Ending, failures: number): number {
  if (ending === "refused") return rejectedRetryMs;
  return Math.min(firstRetryMs * 2 ** failures, maxRetryMs) * (0.75 + Math.random() / 2);
}

/** Reads one stream until it ends, fails or is silent for too long. */
async function listen(access: ScreenAccess, handlers: ScreenLinkHandlers, stop: AbortSignal): Promise<Ending> {
  const { uid, screen } = access;
  const silence = new AbortController();
  const abort = () => silence.abort();
  let alarm = setTimeout(abort, screenTiming.maxSilenceMs);
  try {
    const signal = AbortSignal.any([stop, silence.signal]);
    const url = `${apiPath}/screen/live?${new URLSearchParams({ uid, screen })}`;
    const response = await fetch(url, { headers: authorization(access), cache: "no-store", signal });
    if (response.status === 401) return "refused";
    if (!response.ok || response.body === null) return "failed";
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(alarm);
      alarm = setTimeout(abort, screenTiming.maxSilenceMs);
      const { events, rest } = parseEvents(text + part.value);
      text = rest;
      for (const event of events) handleEvent(event, handlers);
    }
    return "ended";
  } catch {
    return "failed";
  } finally {
    clearTimeout(alarm);
  }
}

function handleEvent({ event, data }: StreamEvent, handlers: ScreenLinkHandlers): void {
  if (event === "page") handlers.onPage(JSON.parse(data).version);
  if (event === "content") handlers.onContent(JSON.parse(data));
  if (event === "current") handlers.onCurrent(JSON.parse(data).at);
}
