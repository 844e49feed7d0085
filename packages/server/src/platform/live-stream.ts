import { liveHeartbeatMs } from "@gatehouse/contract/entities/live/live-topic";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "./call.ts";
import type { Database } from "./database.ts";
import type { LiveBus } from "./live-bus.ts";
import type { Log } from "./log.ts";

const mostWaitingBytes = 65_536;

interface Reader {
  sessionId: string;
  reply: FastifyReply;
}

/** Writes change notices to every browser that follows, and lets go of those whose session is over. */
export interface LiveStream {
  open(person: Person, request: FastifyRequest, reply: FastifyReply): void;
  close(): void;
}

/** One encoding serves all readers. */
export function openLiveStream(bus: LiveBus, db: Database, log: Log): LiveStream {
  const readers = new Set<Reader>();
  let lastId = 0;

  function send(frame: string): void {
    for (const reader of readers) {
      // A browser that stopped reading asks for everything when it comes back; until then nothing is kept for it.
      if (reader.reply.raw.writableLength > mostWaitingBytes) drop(reader);
      else reader.reply.raw.write(frame);
    }
  }

  const unsubscribe = bus.subscribe((topics) => {
    lastId += 1;
    send(`id: ${lastId}\nevent: changed\ndata: ${JSON.stringify({ topics })}\n\n`);
  });

  const heartbeat = setInterval(() => {
    if (readers.size === 0) return;
    send("event: alive\ndata: {}\n\n");
    dropEnded().catch((error: unknown) => log.warn({ error }, "could not check the live readers' sessions"));
  }, liveHeartbeatMs);

  async function dropEnded(): Promise<void> {
    const followed = [...readers];
    const valid = await db
      .selectFrom("sessions")
      .select("id")
      .where(
        "id",
        "in",
        followed.map((reader) => reader.sessionId),
      )
      .where("endedAt", "is", null)
      .where("expiresAt", ">", new Date().toISOString())
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
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      reply.raw.write("retry: 1000\nevent: alive\ndata: {}\n\n");
      readers.add(reader);
      request.raw.once("close", () => readers.delete(reader));
    },
    close: () => {
      clearInterval(heartbeat);
      unsubscribe();
      for (const reader of readers) drop(reader);
    },
  };
}
