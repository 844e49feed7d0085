import { screenTiming } from "@gatehouse/contract/entities/display/display-page";
import { maxScreensPerDisplay, type ScreenReport } from "@gatehouse/contract/entities/display/screen";
import type { LiveTopic } from "@gatehouse/contract/entities/live";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ScreenHolder } from "../../platform/http/call.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Services } from "../../platform/services.ts";
import { type KeyedContent, loadScreenContent, loadScreenContents, requireOwnDisplay } from "./screen-content.store.ts";
import type { ScreenPresence } from "./screen-presence.ts";

/** Topics that can change what a screen shows, or end its key. */
const topics: ReadonlySet<LiveTopic> = new Set(["variables", "displays", "configs", "module_activation", "screens"]);
/** Counts change many times a second; a screen doesn't need each of them. */
const minIntervalMs = 200;
const maxBufferedBytes = 65_536;

interface Reader extends ScreenHolder {
  readonly screen: string;
  readonly reply: FastifyReply;
  /** The content that was sent last, without its time. */
  sent: string;
}

/** Sends screens what their display shows. */
export interface ScreenStream {
  open(holder: ScreenHolder, query: ScreenReport, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  close(): void;
}

/**
 * Reads the values after each change and every few seconds, and sends nothing if that fails: each frame proves that its
 * values are current, also after a lost notification. A screen whose key is gone is disconnected.
 */
export function createScreenStream(services: Services, presence: ScreenPresence, pageVersion: string): ScreenStream {
  const { db, clock, log, live } = services;
  const readers = new Set<Reader>();
  let lastReadMs = Number.NEGATIVE_INFINITY;
  let scheduled: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isChanged = false;

  const unsubscribe = live.subscribe((changed) => {
    if (changed.some((topic) => topics.has(topic))) refreshSoon();
  });
  const confirmation = setInterval(refreshSoon, screenTiming.confirmMs);

  /** At most one read at a time, and one more if something changed meanwhile. */
  function refreshSoon(): void {
    if (readers.size === 0) return;
    isChanged = true;
    if (reading || scheduled) return;
    const waitMs = Math.max(0, lastReadMs + minIntervalMs - clock.monotonicMs());
    scheduled = setTimeout(() => {
      scheduled = undefined;
      isChanged = false;
      lastReadMs = clock.monotonicMs();
      reading = refresh()
        .catch((error: unknown) => log.warn({ error }, "could not read the values of the screens"))
        .finally(() => {
          reading = undefined;
          if (isChanged) refreshSoon();
        });
    }, waitMs);
  }

  async function refresh(): Promise<void> {
    const checked = [...readers];
    const ids = [...new Set(checked.map(({ displayId }) => displayId))];
    const contents = await loadScreenContents(db, ids, clock.now());
    for (const reader of checked) if (readers.has(reader)) update(reader, contents.get(reader.displayId));
  }

  function update(reader: Reader, found: KeyedContent | undefined): void {
    const isSlow = reader.reply.raw.writableLength > maxBufferedBytes;
    const isOwn = found?.keyHash === reader.keyHash && found.content.uid === reader.uid;
    if (!isOwn || isSlow) {
      drop(reader);
      return;
    }
    const { at, ...content } = found.content;
    const text = JSON.stringify(content);
    if (text === reader.sent) write(reader, "current", { at });
    else write(reader, "content", found.content);
    reader.sent = text;
  }

  const write = ({ reply }: Reader, event: string, data: object) =>
    reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  function drop(reader: Reader): void {
    readers.delete(reader);
    reader.reply.raw.end();
  }

  function report(work: Promise<void>): void {
    work.catch((error: unknown) => log.warn({ error }, "could not store the state of a screen"));
  }

  return {
    open: async (holder, { uid, screen }, request, reply) => {
      requireOwnDisplay(holder, uid);
      const content = await loadScreenContent(db, holder, clock.now());
      const open = [...readers].filter(({ displayId }) => displayId === holder.displayId);
      if (open.length >= maxScreensPerDisplay) throw httpError("request/too-many");
      const { at: _, ...sent } = content;
      const reader: Reader = { ...holder, screen, reply, sent: JSON.stringify(sent) };
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      write(reader, "page", { version: pageVersion });
      write(reader, "content", content);
      readers.add(reader);
      report(presence.seen(holder.displayId, screen));
      request.raw.once("close", () => {
        readers.delete(reader);
        const hasReconnected = [...readers].some((other) => other.screen === screen);
        if (!hasReconnected) report(presence.left(holder.displayId, screen));
      });
      // Values may have changed between reading them and joining.
      refreshSoon();
    },
    close: () => {
      clearInterval(confirmation);
      clearTimeout(scheduled);
      unsubscribe();
      for (const reader of readers) drop(reader);
    },
  };
}
