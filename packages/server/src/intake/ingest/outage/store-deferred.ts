import type { Sender } from "@gatehouse/engine/events/incoming-event";
import type { Site, SiteCache } from "../../../gate/site-cache.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Log } from "../../../platform/log.ts";
import { addUnsavedCameras, findCurrentSource, listUnknownCameras } from "../current-sender.ts";
import type { PushDeadline } from "../push-deadline.ts";
import { type QueuedEvent, toQueuedEvent } from "../queued-event.ts";
import { type StoredBatch, storeBatch } from "../store-batch.ts";
import { splitByTrack } from "../tracked-reads.ts";
import type { DeferredRecord } from "./spooled-record.ts";

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly siteCache: SiteCache;
}

/** The push was acknowledged when it was spooled. */
const noDeadline: PushDeadline = {
  isOver: () => false,
  spentMs: () => 0,
  leftMs: () => 0,
  within: (work) => work,
  onOver: () => {},
  settle: () => true,
};

/** Decides and stores events that could not be decided when they arrived. They open nothing. */
export async function storeDeferred(
  parts: Parts,
  records: readonly DeferredRecord[],
): Promise<StoredBatch["outcomes"]> {
  const { db, clock, siteCache } = parts;
  const events: QueuedEvent[] = [];
  for (const record of records) events.push(...(await toEvents(parts, record)));
  const outcomes: StoredBatch["outcomes"][number][] = [];
  for (const group of splitByTrack(events)) {
    const stored = await storeBatch({ db, clock, site: await siteCache.now(), isLeading: false }, group);
    outcomes.push(...stored.outcomes);
  }
  return outcomes;
}

async function toEvents(parts: Parts, record: DeferredRecord): Promise<QueuedEvent[]> {
  const { siteCache, clock, log } = parts;
  const { module, detection, receivedAt } = record;
  const before = await siteCache.now();
  const known = findSpooledSender(before, record.sender);
  const unknown = known ? listUnknownCameras(before, known, [detection]) : [];
  const site = known && unknown.length > 0 ? await addUnsavedCameras(parts, known, unknown) : before;
  const sender = findSpooledSender(site, record.sender);
  const source = sender && findCurrentSource(site, sender, detection);
  if (!sender || !source) {
    log.error({ sender: record.sender }, "the device of a spooled event was deleted; the event is dropped");
    return [];
  }
  const push = { receivedAt, receivedMs: clock.monotonicMs(), deadline: noDeadline, answerBy: receivedAt };
  const event = toQueuedEvent(site, clock, { sender, source, module, detection, push });
  // A vehicle that was read before the database was back has left.
  return [event.timing === "live" && module !== "EPLD" ? { ...event, timing: "late" } : event];
}

function findSpooledSender(site: Site, { kind, id, cameraId }: DeferredRecord["sender"]): Sender | undefined {
  if (kind === "sensor") {
    const sensor = site.sensors.get(id);
    return sensor && { kind, sensor };
  }
  const device = site.devices.get(id);
  const camera = device?.cameras.find((one) => one.id === cameraId);
  if (cameraId !== undefined && !camera) return undefined;
  return device && { kind, device, ...(camera && { camera }) };
}
