import type { Detection } from "@gatehouse/contract/events/detection";
import type { EventRecord } from "@gatehouse/engine/decision/outcome";
import { findModule, type Sender } from "@gatehouse/engine/events/incoming-event";
import { sql } from "kysely";
import type { CommandDispatcher } from "../../gate/command-dispatcher.ts";
import type { StoredCommand } from "../../gate/command-record.ts";
import type { SiteCache } from "../../gate/site-cache.ts";
import type { ImageIntake } from "../../house/image-intake.ts";
import { advisoryLocks } from "../../platform/database/advisory-locks.ts";
import { notifyChange, notifyEvents } from "../../platform/database/channels.ts";
import type { Database } from "../../platform/database/database.ts";
import { deadlock, retryAfter, uniqueViolation } from "../../platform/database/retry.ts";
import { isDatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { httpError } from "../../platform/http/http-error.ts";
import type { Metrics } from "../../platform/metrics.ts";
import type { Services } from "../../platform/services.ts";
import type { FreshEvents } from "../fresh-events.ts";
import { addUnsavedCameras, findCurrentSender, findCurrentSource, listUnknownCameras } from "./current-sender.ts";
import { createIngestQueue } from "./ingest-queue.ts";
import type { Outage } from "./outage/outage.ts";
import { type Push, type QueuedEvent, toQueuedEvent } from "./queued-event.ts";
import { locksPresence, pushRefused, type StoredBatch, type StoredReads, storeBatch } from "./store-batch.ts";
import { splitByTrack } from "./tracked-reads.ts";

const detail = "Not sent: the database did not respond in time, so the push was refused.";

/**
 * Corrects events whose push was rejected during their commit: they become late, and their commands expire unsent. Their
 * passages are removed so that the next read of the vehicle is decided again.
 */
async function withdrawEvents(
  db: Database,
  events: readonly { id: number; occurredAt: Date }[],
  unsentCommands: readonly { id: number }[],
  now: Date,
): Promise<void> {
  const ids = events.map(({ id }) => id);
  const unsentIds = unsentCommands.map(({ id }) => id);
  await db.transaction().execute(async (tx) => {
    // Before the passages that another batch may confirm, to avoid a deadlock.
    await sql`select pg_advisory_xact_lock(${advisoryLocks.presence})`.execute(tx);
    await sql`
      update events e set timing = 'late' from unnest(${ids}::bigint[], ${events.map((event) => event.occurredAt)}::timestamptz[])
        as refused(id, at) where e.id = refused.id and e."occurredAt" = refused.at`.execute(tx);
    await tx.deleteFrom("passages").where("eventId", "in", ids).execute();
    await tx.deleteFrom("passage_holds").where("eventId", "in", ids).execute();
    await tx.deleteFrom("access_pass_uses").where("eventId", "in", ids).execute();
    await tx.deleteFrom("reservation_uses").where("eventId", "in", ids).execute();
    await tx
      .updateTable("commands")
      .set({ state: "expired", detail, endedAt: now })
      .where("eventId", "in", ids)
      .where("endedAt", "is", null)
      // A command that another process has claimed was sent before the rejection, and that process saves its result.
      .where((where) => where.or([where("state", "=", "queued"), where("id", "=", where.fn.any(where.val(unsentIds)))]))
      .execute();
    await sql`select ${notifyEvents(ids)}, ${notifyChange("commands")}`.execute(tx);
  });
}

/** Decides and stores the detections of devices, and starts what follows from them. */
export interface Ingest {
  /** Resolves once the detections are stored, with the reasons for those that were not. */
  accept(sender: Sender, detections: readonly Detection[], push: Push): Promise<readonly string[]>;
  settled(): Promise<void>;
}

/** Counts a stored event, and its decision if it is one about access. */
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
  parts: {
    siteCache: SiteCache;
    dispatcher: CommandDispatcher;
    images: ImageIntake | null;
    quality?: StoredReads;
    freshEvents?: FreshEvents;
    outage?: Outage | undefined;
  },
): Ingest {
  const { db, clock, log, metrics } = services;
  const { siteCache, dispatcher, images, quality, freshEvents, outage } = parts;

  const newEvents = new WeakSet<QueuedEvent>();
  const queue = createIngestQueue(async (events) => {
    for (const group of splitByTrack(events)) {
      const isSpooled = outage?.isActive() && (await spoolInOutage(outage, group));
      if (!isSpooled) await storeOrSpool(group);
    }
  }, log);
  metrics.readQueue("ingest", queue.length);

  /** Keeps events while the database can't store them; false if it can. */
  async function spoolInOutage(active: Outage, events: readonly QueuedEvent[]): Promise<boolean> {
    const added = await active.accept(events);
    if (added === undefined) return false;
    for (const queued of added) newEvents.add(queued);
    return true;
  }

  async function storeOrSpool(events: readonly QueuedEvent[]): Promise<void> {
    try {
      sendCommands(await storeWithRetry(events));
    } catch (error) {
      if (!outage || !isDatabaseUnavailable(error)) throw error;
      outage.begin();
      if (!(await spoolInOutage(outage, events))) throw error;
    }
  }

  function sendCommands(stored: StoredBatch): void {
    // From here on these pushes are accepted; the events of one that was rejected meanwhile open nothing.
    const rejected = stored.outcomes
      .filter(({ queued, outcome }) => !queued.deadline.settle() && outcome.event.timing === "live")
      .map(({ outcome }) => outcome.event);
    const rejectedIds = new Set<number | null>(rejected.map(({ id }) => id));
    const { unsent = [], sent = [] } = Object.groupBy(stored.commands, ({ eventId }) =>
      rejectedIds.has(eventId) ? "unsent" : "sent",
    );
    dispatcher.dispatch(sent);
    if (rejected.length > 0) withdraw(rejected, unsent);
    quality?.observe(stored.outcomes);
    outage?.observe(stored.outcomes);
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

  /**
   * Retries once after a deadlock, after a referenced row was deleted, after another batch stored one of the events, or if a
   * push was rejected meanwhile.
   */
  const storeWithRetry = (events: readonly QueuedEvent[]) =>
    retryAfter([deadlock, foreignKeyViolation, uniqueViolation, pushRefused], async (isRetry) => {
      if (isRetry) siteCache.drop();
      const site = await siteCache.now();
      return storeBatch({ db, clock, site, isLeading: dispatcher.isLeading(), freshEvents }, events);
    });

  /** The site with the cameras; undefined if the detections have to wait for the database. */
  async function addCameras(sender: Sender, detections: readonly Detection[], names: readonly string[], push: Push) {
    if (outage?.isActive() && (await outage.defer(sender, detections, push))) return undefined;
    try {
      return await addUnsavedCameras({ db, siteCache }, sender, names);
    } catch (error) {
      if (!outage || !isDatabaseUnavailable(error)) throw error;
      outage.begin();
      if (await outage.defer(sender, detections, push)) return undefined;
      throw error;
    }
  }

  return {
    accept: async (sender, detections, push) => {
      const cached = await siteCache.now();
      const reasons: string[] = [];
      const accepted = detections.filter((detection) => {
        const module = findModule(sender, detection);
        if (module === null) reasons.push(`Its module does not use detections of type ${detection.kind}`);
        // An inactive module ignores its devices.
        else if (!cached.modules[module]) reasons.push("Its module is switched off");
        else return true;
        return false;
      });
      const unknown = listUnknownCameras(cached, sender, accepted);
      const site = unknown.length === 0 ? cached : await addCameras(sender, accepted, unknown, push);
      if (!site) return reasons;
      if (push.deadline.isOver()) throw httpError("server/unavailable");
      const current = findCurrentSender(site, sender);
      const events = accepted.map((detection) => {
        const module = findModule(sender, detection);
        const source = current && findCurrentSource(site, current, detection);
        // The device was deleted meanwhile.
        if (!current || module === null || !source) throw httpError("ingest/refused");
        return toQueuedEvent(site, clock, { sender: current, source, module, detection, push });
      });
      await queue.add(
        events,
        events.some((event) => locksPresence(site, event)),
      );
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
