import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import type { ScreenContent } from "@gatehouse/contract/entities/display/screen";
import { apiPath } from "@gatehouse/contract/runtime-config";
import { parseEvents, type StreamEvent } from "../api/event-stream.ts";

const firstRetryMs = 500;
const maxRetryMs = 10_000;
/** A refused key may be valid again only after someone changed the display, so this is rarely tried. */
const refusedRetryMs = 30_000;

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

/** A connection that is restored until it is stopped. */
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
  let endPause = () => {};

  async function run(): Promise<never> {
    let failures = 0;
    for (;;) {
      connection = new AbortController();
      const ending = await listen(access, handlers, connection);
      failures = ending === "ended" ? 0 : failures + 1;
      if (ending === "refused") handlers.onRefused();
      const { promise, resolve } = Promise.withResolvers<void>();
      endPause = resolve;
      const timer = setTimeout(resolve, retryMs(ending, failures));
      await promise;
      clearTimeout(timer);
    }
  }

  void run();
  return {
    reconnect: () => {
      connection.abort();
      endPause();
    },
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
  if (ending === "refused") return refusedRetryMs;
  return Math.min(firstRetryMs * 2 ** failures, maxRetryMs) * (0.75 + Math.random() / 2);
}

/** Reads one stream until it ends, fails or is silent for too long. */
async function listen(access: ScreenAccess, handlers: ScreenLinkHandlers, stop: AbortController): Promise<Ending> {
  const { uid, screen } = access;
  const abort = () => stop.abort();
  let alarm = setTimeout(abort, screenTiming.maxSilenceMs);
  try {
    const url = `${apiPath}/screen/live?${new URLSearchParams({ uid, screen })}`;
    const answer = await fetch(url, { headers: authorization(access), cache: "no-store", signal: stop.signal });
    if (answer.status === 401) return "refused";
    if (!answer.ok || answer.body === null) return "failed";
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
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
