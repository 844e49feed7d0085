import { type LiveTopic, liveHeartbeatMs } from "@gatehouse/contract/entities/live/live-topic";
import type { FastifyReply, FastifyRequest } from "fastify";
import { channels } from "../database/channels.ts";
import type { Database } from "../database/database.ts";
import type { NotificationBus } from "../database/notifications.ts";
import type { Log } from "../log.ts";
import { sessionEnds } from "../security/session-bounds.ts";
import type { Person } from "./call.ts";
import { type Cookie, setCookie } from "./cookies.ts";

const mostWaitingBytes = 65_536;
const collectMs = 50;
/** What changes all the time is told once in a while: its rows come by themselves. */
const noisyTopics: ReadonlySet<LiveTopic> = new Set<LiveTopic>(["events", "commands", "ingest"]);
const noisyMs = 1_000;
const places = /^\d{1,15}$/;

interface Reader {
  sessionId: string;
  reply: FastifyReply;
}

/** Rows that are streamed themselves instead of being asked for. */
export interface StreamedRows {
  /** What a reader must show to load what the rows point to. */
  passFor(person: Person): Cookie;
  rows(ids: readonly number[]): Promise<readonly { id: number }[]>;
  /** The id of the newest row. */
  newest(): Promise<number>;
  /** Everything since a row, or nothing where that is too much. */
  since(id: number): Promise<readonly { id: number }[] | undefined>;
}

/** Writes change notices and new events to every browser that follows, and lets go of those whose session is over. */
export interface LiveStream {
  open(person: Person, request: FastifyRequest, reply: FastifyReply): void;
  close(): void;
}

/** One encoding serves all readers. */
export function createLiveStream(bus: NotificationBus, db: Database, log: Log, streamed: StreamedRows): LiveStream {
  const readers = new Set<Reader>();
  const newIds = new Set<number>();
  const noisy = new Set<LiveTopic>();
  let newestId = 0;
  let sending: NodeJS.Timeout | undefined;
  let quieting: NodeJS.Timeout | undefined;

  streamed
    .newest()
    .then((id) => {
      newestId = Math.max(newestId, id);
    })
    .catch((error: unknown) => log.warn({ error }, "could not look up the newest event"));

  function send(frame: string): void {
    for (const reader of readers) write(reader, frame);
  }

  function write(reader: Reader, frame: string): void {
    // A browser that stopped reading asks for everything when it comes back; until then nothing is kept for it.
    if (reader.reply.raw.writableLength > mostWaitingBytes) drop(reader);
    else reader.reply.raw.write(frame);
  }

  const changed = (topics: readonly LiveTopic[]) => send(`event: changed\ndata: ${JSON.stringify({ topics })}\n\n`);

  const unsubscribe = bus.subscribe((topics) => {
    const atOnce = topics.filter((topic) => !noisyTopics.has(topic));
    if (atOnce.length > 0) changed(atOnce);
    for (const topic of topics) if (noisyTopics.has(topic)) noisy.add(topic);
    if (noisy.size > 0) quieting ??= setTimeout(tellNoisy, noisyMs);
  });

  function tellNoisy(): void {
    quieting = undefined;
    const topics = [...noisy];
    noisy.clear();
    changed(topics);
  }

  const unfollow = bus.follow(channels.events, (ids) => {
    // Some may have been missed: pages ask for themselves.
    if (ids === "") return send(reload(newestId));
    for (const id of ids.split(",")) newIds.add(Number(id));
    sending ??= setTimeout(sendRows, collectMs);
  });

  async function sendRows(): Promise<void> {
    const ids = [...newIds];
    newIds.clear();
    try {
      const rows = readers.size === 0 ? [] : await streamed.rows(ids);
      newestId = Math.max(newestId, ...ids);
      if (rows.length > 0) send(rowsFrame(rows, newestId));
    } catch (error) {
      log.warn({ error }, "could not stream new events");
      send(reload(newestId));
    }
    sending = newIds.size > 0 ? setTimeout(sendRows, collectMs) : undefined;
  }

  /** A reader that comes back gets what it missed, or is told to ask for all of it. */
  async function catchUp(reader: Reader, last: string): Promise<void> {
    const rows = await missedSince(last).catch((error: unknown) => {
      log.warn({ error }, "could not catch a reader up");
    });
    if (!readers.has(reader)) return;
    if (!rows) write(reader, reload(newestId));
    else if (rows.length > 0) write(reader, rowsFrame(rows, Math.max(newestId, ...rows.map(({ id }) => id))));
  }

  /** Nothing where that cannot be told: too much was missed, or the place is none that we have given, or not any more. */
  async function missedSince(place: string): Promise<readonly { id: number }[] | undefined> {
    const last = places.test(place) ? Number(place) : Number.POSITIVE_INFINITY;
    const isBeyond = last > newestId && last > (await streamed.newest());
    return isBeyond ? undefined : streamed.since(last);
  }

  const heartbeat = setInterval(() => {
    if (readers.size === 0) return;
    send("event: alive\ndata: {}\n\n");
    dropEnded().catch((error: unknown) => log.warn({ error }, "could not check the live readers' sessions"));
  }, liveHeartbeatMs);

  async function dropEnded(): Promise<void> {
    const followed = [...readers];
    const ends = sessionEnds(new Date());
    const valid = await db
      .selectFrom("sessions")
      .select("id")
      .where(
        "id",
        "in",
        followed.map((reader) => reader.sessionId),
      )
      .where("endedAt", "is", null)
      .where("expiresAt", ">", ends.after)
      .where("expiresAt", "<=", ends.until)
      .execute();
    const ids = new Set(valid.map((session) => session.id));
    for (const reader of followed) if (!ids.has(reader.sessionId)) drop(reader);
  }

  function drop(reader: Reader): void {
    readers.delete(reader);
    reader.reply.raw.end();
  }

  return {
    open: (person, request, reply) => {
      const reader = { sessionId: person.sessionId, reply };
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
      if (last !== undefined) void catchUp(reader, String(last));
    },
    close: () => {
      clearInterval(heartbeat);
      clearTimeout(sending);
      clearTimeout(quieting);
      unsubscribe();
      unfollow();
      for (const reader of readers) drop(reader);
    },
  };
}

const rowsFrame = (rows: readonly unknown[], id: number) =>
  `id: ${id}\nevent: events\ndata: ${JSON.stringify({ events: rows })}\n\n`;
const reload = (id: number) => `id: ${id}\nevent: reload\ndata: {}\n\n`;
