import type { SightingImage } from "@gatehouse/drivers/plate-feeds/feed";
import { sql } from "kysely";
import sharp from "sharp";
import { notifyEvents } from "../platform/database/channels.ts";
import type { Services } from "../platform/services.ts";
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
export function createImageIntake({ db, log }: Pick<Services, "db" | "log">, store: ImageStore): ImageIntake {
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let working: Promise<void> | undefined;
  let leftOut = 0;

  const sizeOf = ({ images }: Waiting) => images.reduce((sum, { bytes }) => sum + bytes.length, 0);

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      waitingBytes -= sizeOf(next);
      await keep(next).catch((error) => log.warn({ error }, "the pictures of an event could not be kept"));
    }
    working = undefined;
  }

  async function keep({ event, images }: Waiting): Promise<void> {
    if (!(await hasRoom())) return;
    const names: { full?: string; plate?: string } = {};
    for (const { kind, bytes } of images) {
      // One that cannot be written leaves the other one and the event alone.
      const name = await kept(bytes, event.receivedAt).catch((error) => {
        log.warn({ error, eventId: event.id }, "a picture of an event could not be kept");
        return undefined;
      });
      if (name !== undefined) names[kind] ??= name;
    }
    if (names.full === undefined && names.plate === undefined) return;
    await sql`
      with shown as (
        update events set "fullImage" = ${names.full ?? null}, "plateImage" = ${names.plate ?? null}
        where id = ${event.id} and "occurredAt" = ${event.occurredAt}
      )
      select ${notifyEvents([event.id])}`.execute(db);
  }

  /** A full disk must not take the database with it: events go on, without pictures, and that is said once. */
  async function hasRoom(): Promise<boolean> {
    if (await store.isFull()) {
      if (leftOut === 0) log.warn("the disk is nearly full: events are stored without their pictures from now on");
      leftOut += 1;
      return false;
    }
    if (leftOut > 0) log.warn({ events: leftOut }, "there is room on the disk again: pictures of events are kept");
    leftOut = 0;
    return true;
  }

  async function kept(bytes: Uint8Array, day: Date): Promise<string | undefined> {
    const isPicture = beginnings.some((beginning) => beginning.equals(bytes.subarray(0, beginning.length)));
    if (!isPicture) return undefined;
    const sizes = await encoded(bytes).catch((error) => {
      log.debug({ error }, "a picture of an event could not be read");
      return undefined;
    });
    return sizes && store.keep(day, sizes.whole, sizes.small);
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

/** The picture as new files of ours, with nothing in them that it does not show. */
async function encoded(bytes: Uint8Array): Promise<{ whole: Buffer; small: Buffer }> {
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }).autoOrient();
  const within = (edge: number) =>
    picture
      .clone()
      .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer();
  return { whole: await within(wholeEdge), small: await within(smallEdge) };
}
