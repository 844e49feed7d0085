import type { Detection } from "@gatehouse/contract/events/detection";
import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import {
  findModule,
  findSource,
  type Sender,
  toSourceName,
  unnamedSource,
} from "@gatehouse/engine/events/incoming-event";
import type { CommandDispatcher } from "../commands/command-dispatcher.ts";
import type { StoredCommand } from "../commands/command-record.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { deadlock, retryAfter } from "../platform/database/retry.ts";
import { refuse } from "../platform/http/refusal.ts";
import type { Metrics } from "../platform/metrics.ts";
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import { createIngestQueue } from "./ingest-queue.ts";
import { type Push, type QueuedEvent, toQueuedEvent } from "./queued-event.ts";
import { pushRefused, type StoredBatch, storeBatch } from "./store-batch.ts";
import { splitByTrack } from "./tracked-reads.ts";
import { insertUnsavedCameras } from "./unsaved-cameras.ts";
import { withdrawEvents } from "./withdraw-events.ts";

/** Decides and stores the detections of devices, and starts what follows from them. */
export interface Ingest {
  /** Resolves once the detections are stored, with the reasons for those that were not. */
  accept(sender: Sender, detections: readonly Detection[], push: Push): Promise<readonly string[]>;
  settled(): Promise<void>;
}

/** RULE-10: receives what was stored, to measure the quality of reads and clocks. Must not wait or fail. */
export interface StoredReads {
  observe(stored: StoredBatch["outcomes"]): void;
}

/** OPSYS-3: counts a stored event, and its decision if it is one about access. */
function countEvent(metrics: Metrics, { module, isGranted }: EventRecord): void {
  metrics.count("gatehouse_events_total", { module });
  if (module !== "ANPR_ACCESS_CONTROL" && module !== "RFID_ACCESS_CONTROL") return;
  const outcome = isGranted === null ? "undecided" : isGranted ? "granted" : "denied";
  metrics.count("gatehouse_decisions_total", { outcome });
}

const foreignKeyViolation = "23503";

/** The path of an event: queue, decision, one transaction, then commands and images. */
export function createIngest(
  services: Services,
  parts: { siteCache: SiteCache; dispatcher: CommandDispatcher; images: ImageIntake | null; quality?: StoredReads },
): Ingest {
  const { db, clock, log, metrics } = services;
  const { siteCache, dispatcher, images, quality } = parts;

  const newEvents = new WeakSet<QueuedEvent>();
  const queue = createIngestQueue(async (events) => {
    for (const group of splitByTrack(events)) await storeAndStart(group);
  }, log);
  metrics.readQueue("ingest", queue.length);

  async function storeAndStart(events: readonly QueuedEvent[]): Promise<void> {
    const stored = await storeWithRetry(events);
    // SAFE-5: from here on these pushes are accepted; the events of one that was refused meanwhile open nothing.
    const refused = stored.outcomes
      .filter(({ queued, outcome }) => !queued.deadline.settle() && outcome.event.timing === "live")
      .map(({ outcome }) => outcome.event);
    const refusedIds = new Set<number | null>(refused.map(({ id }) => id));
    const { unsent = [], sent = [] } = Object.groupBy(stored.commands, ({ eventId }) =>
      refusedIds.has(eventId) ? "unsent" : "sent",
    );
    dispatcher.dispatch(sent);
    if (refused.length > 0) withdraw(refused, unsent);
    quality?.observe(stored.outcomes);
    for (const { queued, outcome, revised } of stored.outcomes) {
      newEvents.add(queued);
      if (!revised) countEvent(metrics, outcome.event);
      if (queued.images.length > 0 && !revised?.hasImages) images?.add(outcome.event, queued.images);
    }
    for (const queued of stored.corrections) newEvents.add(queued);
  }

  const withdrawals = new Set<Promise<void>>();
  function withdraw(events: readonly EventRecord[], unsent: readonly StoredCommand[]): void {
    const work = withdrawEvents(db, events, unsent, clock.now())
      .catch((error: unknown) => log.error({ error }, "could not mark the events of a refused push as late"))
      .finally(() => withdrawals.delete(work));
    withdrawals.add(work);
  }

  /** Retries once after a deadlock, after a referenced row was deleted, or if a push was refused meanwhile. */
  const storeWithRetry = (events: readonly QueuedEvent[]) =>
    retryAfter([deadlock, foreignKeyViolation, pushRefused], async (isRetry) => {
      if (isRetry) siteCache.drop();
      return storeBatch({ db, clock, site: await siteCache.now(), isLeading: dispatcher.isLeading() }, events);
    });

  /** The sender as currently configured, which may have changed since it was authenticated. */
  function findSender(site: Site, sender: Sender): Sender | undefined {
    if (sender.kind === "sensor") {
      const sensor = site.sensors.get(sender.sensor.id);
      return sensor && { kind: "sensor", sensor };
    }
    const device = site.devices.get(sender.device.id);
    if (!device || !sender.camera) return device && { kind: "device", device };
    const camera = device.cameras.find(({ id }) => id === sender.camera?.id);
    return camera && { kind: "device", device, camera };
  }

  /** Loads the site with a camera for every detection, adding unsaved ones for unknown names. */
  async function loadSiteWithCameras(sender: Sender, detections: readonly Detection[]): Promise<Site> {
    const site = await siteCache.now();
    if (sender.kind === "sensor") return site;
    const missing = new Set(
      detections
        .map(({ source }) => toSourceName(source))
        .filter((name) => findSource(site, findSender(site, sender) ?? sender, name) === undefined)
        .map((name) => name ?? unnamedSource),
    );
    if (missing.size === 0) return site;
    const device = site.devices.get(sender.device.id) ?? sender.device;
    await insertUnsavedCameras(db, device, [...missing]);
    siteCache.drop();
    return siteCache.now();
  }

  return {
    accept: async (sender, detections, push) => {
      const cached = await siteCache.now();
      const reasons: string[] = [];
      const accepted = detections.filter((detection) => {
        const module = findModule(sender, detection);
        if (module === null) reasons.push(`Its module does not use detections of type ${detection.kind}`);
        // MOD-3: an inactive module ignores its devices.
        else if (!cached.modules[module]) reasons.push("Its module is switched off");
        else return true;
        return false;
      });
      const site = accepted.length === 0 ? cached : await loadSiteWithCameras(sender, accepted);
      if (push.deadline.isOver()) throw refuse("server/unavailable");
      const current = findSender(site, sender);
      const events = accepted.map((detection) => {
        const module = findModule(sender, detection);
        const source =
          current &&
          (findSource(site, current, toSourceName(detection.source)) ?? findSource(site, current, unnamedSource));
        // The device was deleted meanwhile.
        if (!current || module === null || !source) throw refuse("ingest/refused");
        return toQueuedEvent(site, clock, { sender: current, source, module, detection, push });
      });
      await queue.add(events);
      const duplicates = events.filter((event) => !newEvents.has(event)).length;
      if (duplicates > 0) reasons.push(`${duplicates} of ${events.length} sent before, by the event's id`);
      return [...new Set(reasons)];
    },
    settled: async () => {
      await queue.settled();
      await Promise.all(withdrawals);
    },
  };
}
