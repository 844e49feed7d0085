import { type LiveTopic, liveHeartbeatMs, recentChangesMs, throttledTopics } from "@gatehouse/contract/entities/live";
import type { FastifyReply, FastifyRequest } from "fastify";
import { channels } from "../database/channels.ts";
import type { NotificationBus } from "../database/notifications.ts";
import type { Log } from "../log.ts";
import type { Person } from "./call.ts";
import { type Cookie, setCookie } from "./cookies.ts";
import { type GateLimit, isOwnGate } from "./gate-limit.ts";

const maxBufferedBytes = 65_536;
const collectMs = 50;
/** Topics with which sessions or personal access tokens may end. */
export const sessionTopics: ReadonlySet<LiveTopic> = new Set<LiveTopic>([
  "personal_tokens",
  "role_policies",
  "sessions",
  "users",
]);
const throttleMs = 1_000;
const eventIds = /^\d{1,15}$/;

interface Reader {
  sessionId: string;
  /** The gates whose rows the reader receives. */
  limit: GateLimit;
  reply: FastifyReply;
}

/** A row that the stream sends in full, and the gate that it belongs to. */
export interface StreamedRow {
  readonly id: number;
  readonly gateId: number | null;
  readonly content: unknown;
}

/** The rows that the stream sends in full, instead of only announcing a change. */
export interface StreamedRows {
  /** The cookie with which a reader may load the images of the rows. */
  passFor(person: Person): Cookie;
  rows(ids: readonly number[]): Promise<readonly StreamedRow[]>;
  /** On the first notice of a row that this process stored: what lists show of it. */
  fresh(id: number): (() => readonly StreamedRow[]) | undefined;
  /** Notices may have been missed. */
  onMissed(): void;
  /** The id of the newest row. */
  newest(): Promise<number>;
  /** The rows after an id; undefined if there are too many. */
  since(id: number): Promise<readonly StreamedRow[] | undefined>;
}

type Notice = readonly [id: number, toRows: ReturnType<StreamedRows["fresh"]>];

/** Sends change notices and new events to all connected browsers; disconnects those whose session has ended. */
export interface LiveStream {
  /** Connected browsers. */
  count(): number;
  open(person: Person, request: FastifyRequest, reply: FastifyReply): void;
  close(): void;
}

/** Encodes each frame once for all readers of the same gates. */
export function createLiveStream(
  bus: NotificationBus,
  /** The valid ones among the ids of sessions, with the gates of their people. */
  loadSessionGates: (ids: readonly string[]) => Promise<ReadonlyMap<string, GateLimit>>,
  log: Log,
  streamed: StreamedRows,
): LiveStream {
  const readers = new Set<Reader>();
  /** The announced rows; undefined for those to be read. */
  const announced = new Map<Notice[0], Notice[1]>();
  const throttled = new Set<LiveTopic>();
  const changedMs = new Map<LiveTopic, number>();
  let newestId = 0;
  let sending: NodeJS.Timeout | undefined;
  let throttling: NodeJS.Timeout | undefined;

  streamed
    .newest()
    .then((id) => {
      newestId = Math.max(newestId, id);
    })
    .catch((error: unknown) => log.warn({ error }, "could not load the newest event"));

  function send(frame: string): void {
    for (const reader of readers) write(reader, frame);
  }

  function write(reader: Reader, frame: string): void {
    // Disconnects a browser that stopped reading; it catches up when it reconnects.
    if (reader.reply.raw.writableLength > maxBufferedBytes) drop(reader);
    else reader.reply.raw.write(frame);
  }

  const sendChanged = (topics: readonly LiveTopic[]) => send(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`);

  const unsubscribe = bus.subscribe((topics) => {
    for (const topic of topics) changedMs.set(topic, performance.now());
    if (readers.size > 0 && topics.some((topic) => sessionTopics.has(topic))) checkReaders();
    const immediate = topics.filter((topic) => !throttledTopics.has(topic));
    if (immediate.length > 0) sendChanged(immediate);
    for (const topic of topics) if (throttledTopics.has(topic)) throttled.add(topic);
    if (throttled.size > 0) throttling ??= setTimeout(sendThrottled, throttleMs);
  });

  function sendThrottled(): void {
    throttling = undefined;
    const topics = [...throttled];
    throttled.clear();
    sendChanged(topics);
  }

  const unfollow = bus.follow(channels.events, (ids) => {
    // Notifications may have been missed, so pages must reload.
    if (ids === "") {
      streamed.onMissed();
      return send(reload(newestId));
    }
    for (const id of ids.split(",").map(Number)) {
      const fresh = streamed.fresh(id);
      announced.set(id, announced.has(id) ? undefined : fresh);
    }
    sending ??= setTimeout(sendRows, collectMs);
  });

  async function sendRows(): Promise<void> {
    const notices = [...announced];
    announced.clear();
    try {
      const rows = readers.size === 0 ? [] : await loadAnnounced(notices);
      newestId = Math.max(newestId, ...notices.map(([id]) => id));
      sendRowsOf(rows);
    } catch (error) {
      log.warn({ error }, "could not stream new events");
      send(reload(newestId));
    }
    sending = announced.size > 0 ? setTimeout(sendRows, collectMs) : undefined;
  }

  async function loadAnnounced(notices: readonly Notice[]): Promise<StreamedRow[]> {
    const fresh = notices.flatMap(([, toRows]) => (toRows ? toRows() : []));
    const changed = await streamed.rows(notices.filter(([, toRows]) => !toRows).map(([id]) => id));
    return [...fresh, ...changed].sort((one, other) => one.id - other.id);
  }

  /** Sends each reader the rows of their gates. */
  function sendRowsOf(rows: readonly StreamedRow[]): void {
    for (const sharing of Map.groupBy(readers, ({ limit }) => String(limit)).values()) {
      const own = rows.filter(({ gateId }) => isOwnGate(sharing[0]?.limit ?? null, gateId));
      if (own.length === 0) continue;
      const frame = rowsFrame(own, newestId);
      for (const reader of sharing) write(reader, frame);
    }
  }

  /** Sends a reconnected reader the rows it missed, or tells it to reload. */
  async function catchUp(reader: Reader, last: string): Promise<void> {
    const rows = await missedSince(last).catch((error: unknown) => {
      log.warn({ error }, "could not load the events that a live reader missed");
    });
    if (!readers.has(reader)) return;
    const own = rows?.filter(({ gateId }) => isOwnGate(reader.limit, gateId));
    if (!own) write(reader, reload(newestId));
    else if (own.length > 0) write(reader, rowsFrame(own, Math.max(newestId, ...own.map(({ id }) => id))));
  }

  /** Undefined if too many rows were missed or the event id is invalid or unknown. */
  async function missedSince(lastEventId: string): Promise<readonly StreamedRow[] | undefined> {
    const last = eventIds.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY;
    const isBeyond = last > newestId && last > (await streamed.newest());
    return isBeyond ? undefined : streamed.since(last);
  }

  const heartbeat = setInterval(() => {
    if (readers.size === 0) return;
    send("event: alive\ndata: {}\n\n");
    checkReaders();
  }, liveHeartbeatMs);

  function checkReaders(): void {
    dropEnded().catch((error: unknown) => log.warn({ error }, "could not check the sessions of live readers"));
  }

  /** Also drops readers whose gates changed: they connect again with the new ones. */
  async function dropEnded(): Promise<void> {
    const checked = [...readers];
    const gates = await loadSessionGates([...new Set(checked.map((reader) => reader.sessionId))]);
    for (const reader of checked) {
      const limit = gates.get(reader.sessionId);
      if (limit === undefined || String(limit) !== String(reader.limit)) drop(reader);
    }
  }

  function drop(reader: Reader): void {
    readers.delete(reader);
    reader.reply.raw.end();
  }

  return {
    count: () => readers.size,
    open: (person, request, reply) => {
      const reader = { sessionId: person.sessionId, limit: person.gateIds, reply };
      setCookie(request, reply, streamed.passFor(person));
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      const last = request.headers["last-event-id"];
      reply.raw.write(`retry: 1000\n${last === undefined ? `id: ${newestId}\n` : ""}event: alive\ndata: {}\n\n`);
      readers.add(reader);
      request.raw.once("close", () => readers.delete(reader));
      const now = performance.now();
      const recent = [...changedMs]
        .filter(([, ms]) => now - ms < recentChangesMs)
        .map(([topic, ms]) => [topic, now - ms]);
      if (recent.length > 0) write(reader, `event: recent\ndata: ${JSON.stringify({ agesMs: recent })}\n\n`);
      if (last !== undefined) void catchUp(reader, String(last));
    },
    close: () => {
      clearInterval(heartbeat);
      clearTimeout(sending);
      clearTimeout(throttling);
      unsubscribe();
      unfollow();
      for (const reader of readers) drop(reader);
    },
  };
}

const rowsFrame = (rows: readonly StreamedRow[], id: number) =>
  `id: ${id}\nevent: events\ndata: ${JSON.stringify({ events: rows.map(({ content }) => content) })}\n\n`;
const reload = (id: number) => `id: ${id}\nevent: reload\ndata: {}\n\n`;
