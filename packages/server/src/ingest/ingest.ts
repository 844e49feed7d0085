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
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import { createIngestQueue } from "./ingest-queue.ts";
import { type Push, type QueuedEvent, toQueuedEvent } from "./queued-event.ts";
import { refusedMeanwhile, storeBatch } from "./store-batch.ts";
import { insertUnsavedCameras } from "./unsaved-cameras.ts";
import { withdrawEvents } from "./withdraw-events.ts";

/** Takes sightings in: decided, stored and acted upon, or said why not. */
export interface Ingest {
  /** Ends once everything is stored; gives what was left out and why, where something was. */
  take(sender: Sender, detections: readonly Detection[], push: Push): Promise<readonly string[]>;
  settled(): Promise<void>;
}

/** The way of an event: queue, decision, one transaction, effects. */
export function createIngest(
  services: Services,
  parts: { facts: SiteCache; dispatcher: CommandDispatcher; images: ImageIntake | null },
): Ingest {
  const { db, clock, log } = services;
  const { facts, dispatcher, images } = parts;

  // Events that were not duplicates.
  const fresh = new WeakSet<QueuedEvent>();
  const queue = createIngestQueue(async (events) => {
    const stored = await storedOnce(events);
    // SAFE-5: from here on these pushes are accepted; one that was refused meanwhile opens nothing.
    const refused = stored.outcomes
      .filter(({ queued, outcome }) => !queued.deadline.settle() && outcome.event.timing === "live")
      .map(({ outcome }) => outcome.event);
    const refusedIds = new Set<number | null>(refused.map(({ id }) => id));
    const { held = [], sent = [] } = Object.groupBy(stored.commands, ({ eventId }) =>
      refusedIds.has(eventId) ? "held" : "sent",
    );
    dispatcher.dispatch(sent);
    if (refused.length > 0) withdraw(refused, held);
    for (const { queued, outcome } of stored.outcomes) {
      fresh.add(queued);
      if (queued.images.length > 0) images?.add(outcome.event, queued.images);
    }
  }, log);

  const withdrawing = new Set<Promise<void>>();
  function withdraw(events: readonly EventRecord[], held: readonly StoredCommand[]): void {
    const work = withdrawEvents(db, events, held, clock.now())
      .catch((error: unknown) => log.error({ error }, "could not mark the events of a refused push as late"))
      .finally(() => withdrawing.delete(work));
    withdrawing.add(work);
  }

  /** Retried once after a deadlock, or if a gate was deleted at this moment. */
  const storedOnce = (events: readonly QueuedEvent[]) =>
    retryAfter([...passing, refusedMeanwhile], async (isAgain) => {
      if (isAgain) facts.drop();
      return storeBatch({ db, clock, site: await facts.now(), isLeading: dispatcher.isLeading() }, events);
    });

  /** The sender as the site knows it now, which may have changed since it was let in. */
  function senderIn(site: Site, sender: Sender): Sender | undefined {
    if (sender.kind === "sensor") {
      const sensor = site.sensors.get(sender.sensor.id);
      return sensor && { kind: "sensor", sensor };
    }
    const device = site.devices.get(sender.device.id);
    return device && { kind: "device", device };
  }

  async function siteWith(sender: Sender, detections: readonly Detection[]): Promise<Site> {
    const site = await facts.now();
    if (sender.kind === "sensor") return site;
    const missing = new Set(
      detections
        .map(({ source }) => toSourceName(source))
        .filter((named) => findSource(site, senderIn(site, sender) ?? sender, named) === undefined)
        .map((named) => named ?? unnamedSource),
    );
    if (missing.size === 0) return site;
    const device = site.devices.get(sender.device.id) ?? sender.device;
    await insertUnsavedCameras(db, device, [...missing]);
    facts.drop();
    return facts.now();
  }

  return {
    take: async (sender, detections, push) => {
      const known = await facts.now();
      const left: string[] = [];
      const wanted = detections.filter((detection) => {
        const module = findModule(sender, detection);
        if (module === null) left.push(`Its module has no use for a ${detection.kind}`);
        // MOD-3: an inactive module ignores its devices.
        else if (!known.modules[module]) left.push("Its module is switched off");
        else return true;
        return false;
      });
      const site = wanted.length === 0 ? known : await siteWith(sender, wanted);
      if (push.deadline.isOver()) throw refuse("server/unavailable");
      const now = senderIn(site, sender);
      const events = wanted.map((detection) => {
        const module = findModule(sender, detection);
        const source =
          now && (findSource(site, now, toSourceName(detection.source)) ?? findSource(site, now, unnamedSource));
        // The device was deleted at this moment.
        if (!now || module === null || !source) throw refuse("ingest/refused");
        return toQueuedEvent(site, clock, { sender: now, source, module, detection, push });
      });
      await queue.add(events);
      const again = events.filter((event) => !fresh.has(event)).length;
      if (again > 0) left.push(`${again} of ${events.length} sent before, by the event's id`);
      return [...new Set(left)];
    },
    settled: async () => {
      await queue.settled();
      await Promise.all(withdrawing);
    },
  };
}

/** Two that waited for each other, and rows that point to something which was just deleted. */
const passing = [deadlock, "23503"];
