import type { SightingImage } from "@gatehouse/drivers/plate-feeds/feed";
import { sql } from "kysely";
import sharp from "sharp";
import type { Services } from "../../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

/** Takes pictures in after their events are stored: no gate waits for a picture. */
export interface ImageIntake {
  add(event: { id: number; occurredAt: Date; receivedAt: Date }, images: readonly SightingImage[]): void;
  settled(): Promise<void>;
}

interface Waiting {
  readonly event: { id: number; occurredAt: Date; receivedAt: Date };
  readonly images: readonly SightingImage[];
}

const mostWaitingBytes = 64 * 1_048_576;
const mostPixels = 50_000_000;
const wholeEdge = 1_920;
const smallEdge = 320;

/** What the first bytes of a picture are, whatever it is called. */
const beginnings = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  Buffer.from("GIF8"),
  Buffer.from("RIFF"),
];

// The machine's other cores are for the gates.
sharp.concurrency(1);

/** One picture at a time; when more come than can be looked at, the newest are left out and that is said in the log. */
export function openImageIntake({ db, log }: Pick<Services, "db" | "log">, store: ImageStore): ImageIntake {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let working: Promise<void> | undefined;

  const sizeOf = ({ images }: Waiting) => images.reduce((sum, { bytes }) => sum + bytes.length, 0);

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      waitingBytes -= sizeOf(next);
      await keep(next).catch((error) => log.warn({ error }, "the pictures of an event could not be kept"));
    }
    working = undefined;
  }

  async function keep({ event, images }: Waiting): Promise<void> {
    // A full disk must not take the database with it: events go on, without pictures.
    if (await store.isFull()) return;
    const names: { full?: string; plate?: string } = {};
    for (const { kind, bytes } of images) {
      const name = await kept(bytes, event.receivedAt);
      if (name !== undefined) names[kind] ??= name;
    }
    if (names.full === undefined && names.plate === undefined) return;
    await sql`
      with shown as (
        update events set "fullImage" = ${names.full ?? null}, "plateImage" = ${names.plate ?? null}
        where id = ${event.id} and "occurredAt" = ${event.occurredAt}
      )
      select pg_notify('gatehouse_events', ${String(event.id)})`.execute(db);
  }

  async function kept(bytes: Uint8Array, day: Date): Promise<string | undefined> {
    const isPicture = beginnings.some((beginning) => beginning.equals(bytes.subarray(0, beginning.length)));
    if (!isPicture) return undefined;
    try {
      const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient();
      const within = (edge: number) =>
        picture
          .clone()
          .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
          .jpeg({ quality: 82 })
          .toBuffer();
      return await store.keep(day, await within(wholeEdge), await within(smallEdge));
    } catch (error) {
      log.debug({ error }, "a picture of an event could not be read");
      return undefined;
    }
  }

  return {
    add: (event, images) => {
      const next = { event, images };
      const size = sizeOf(next);
      if (waitingBytes + size > mostWaitingBytes)
        return log.warn({ eventId: event.id }, "too many pictures wait; those of an event are left out");
      waitingBytes += size;
      waiting.push(next);
      working ??= work();
    },
    settled: async () => {
      await working;
    },
  };
}
