import type { DetectionImage } from "@gatehouse/contract/events/detection";
import { sql } from "kysely";
import sharp from "sharp";
import { notifyEvents } from "../platform/database/channels.ts";
import type { Services } from "../platform/services.ts";
import type { ImageStore } from "./image-store.ts";

/** Saves the images of events in the background, after the events are stored, so that no gate waits for an image. */
export interface ImageIntake {
  add(event: EventReference, images: readonly DetectionImage[]): void;
  settled(): Promise<void>;
}

interface EventReference {
  readonly id: number;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
}

interface QueuedImages {
  readonly event: EventReference;
  readonly images: readonly DetectionImage[];
}

const maxQueuedBytes = 64 * 1_048_576;
const maxPixels = 50_000_000;
const maxEdge = 1_920;
/** Twice the size that lists show, for dense screens. */
const maxThumbnailEdge = 160;

/** The signatures of JPEG, PNG, GIF and WebP. */
const signatures = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47]),
  Buffer.from("GIF8"),
  Buffer.from("RIFF"),
];

// Leaves the other cores to ingest and PostgreSQL.
sharp.concurrency(1);

/**
 * Encodes one image at a time and saves those of `lanes` events at once; drops the newest images, with a warning, when too
 * many are queued.
 */
export function createImageIntake(
  { db, log }: Pick<Services, "db" | "log">,
  store: ImageStore,
  lanes = 1,
): ImageIntake {
  const queue: QueuedImages[] = [];
  let queuedBytes = 0;
  const processing = new Set<Promise<void>>();
  const encodeNext = createTurns();
  let skippedEvents = 0;

  const sizeOf = ({ images }: QueuedImages) => images.reduce((sum, { bytes }) => sum + bytes.length, 0);

  async function processQueue(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      queuedBytes -= sizeOf(next);
      await saveImages(next).catch((error) => log.warn({ error }, "could not save the images of an event"));
    }
  }

  function startLane(): void {
    const lane = processQueue().finally(() => processing.delete(lane));
    processing.add(lane);
  }

  async function saveImages({ event, images }: QueuedImages): Promise<void> {
    if (!(await hasSpace())) return;
    const names: { full?: string; plate?: string } = {};
    for (const { kind, bytes } of images) {
      // If one image fails, the other one is still saved.
      const name = await saveImage(bytes, event.receivedAt).catch((error) => {
        log.warn({ error, eventId: event.id }, "could not save an image of an event");
        return undefined;
      });
      if (name !== undefined) names[kind] ??= name;
    }
    if (names.full === undefined && names.plate === undefined) return;
    await sql`
      with updated as (
        update events set "fullImage" = ${names.full ?? null}, "plateImage" = ${names.plate ?? null}
        where id = ${event.id} and "occurredAt" = ${event.occurredAt}
      )
      select ${notifyEvents([event.id])}`.execute(db);
  }

  /** Events are stored without images while the disk is nearly full, so that the database keeps its space. */
  async function hasSpace(): Promise<boolean> {
    if (await store.isFull()) {
      if (skippedEvents === 0) log.warn("the disk is nearly full: storing events without images");
      skippedEvents += 1;
      return false;
    }
    if (skippedEvents > 0) log.warn({ events: skippedEvents }, "the disk has free space: saving event images again");
    skippedEvents = 0;
    return true;
  }

  async function saveImage(bytes: Uint8Array, day: Date): Promise<string | undefined> {
    const isImage = signatures.some((signature) => signature.equals(bytes.subarray(0, signature.length)));
    if (!isImage) return undefined;
    const sizes = await encodeNext(() => encode(bytes)).catch((error) => {
      log.debug({ error }, "could not decode an image of an event");
      return undefined;
    });
    return sizes && store.save(day, sizes.whole, sizes.small);
  }

  return {
    add: (event, images) => {
      const next = { event, images };
      const size = sizeOf(next);
      if (queuedBytes + size > maxQueuedBytes)
        return log.warn({ eventId: event.id }, "too many images are queued: dropping those of an event");
      queuedBytes += size;
      queue.push(next);
      if (processing.size < lanes) startLane();
    },
    settled: async () => {
      while (processing.size > 0) await Promise.all(processing);
    },
  };
}

/** Runs work one after the other. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

/** Re-encodes an image in both sizes, without its metadata. */
async function encode(bytes: Uint8Array): Promise<{ whole: Buffer; small: Buffer }> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).autoOrient();
  const resize = (edge: number, quality: number) =>
    image
      .clone()
      .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer();
  return { whole: await resize(maxEdge, 82), small: await resize(maxThumbnailEdge, 70) };
}
