import { setImmediate as immediate } from "node:timers/promises";
import type { CommandResult } from "../../../gate/command.store.ts";
import type { SiteCache } from "../../../gate/site-cache.ts";
import type { ImageIntake } from "../../../house/image-intake.ts";
import { deadlock, retryAfter, uniqueViolation } from "../../../platform/database/retry.ts";
import { isDatabaseUnavailable } from "../../../platform/database/unavailable.ts";
import type { Services } from "../../../platform/services.ts";
import type { Spool } from "../../../platform/spool/spool.ts";
import type { QueuedEvent } from "../queued-event.ts";
import type { StoredReads } from "../store-batch.ts";
import {
  type DecidedRecord,
  type DeferredRecord,
  decodeRecord,
  encodeRecord,
  type SpooledRecord,
} from "./spooled-record.ts";
import { type AssignedIds, storeDecided } from "./store-decided.ts";
import { storeDeferred } from "./store-deferred.ts";

/** Stores the records of the spool in the database, oldest first. */
export interface SpoolDrain {
  readonly maxBatch: number;
  /** Stores and removes the oldest records. */
  storeNext(): Promise<void>;
  /** A result of a command that is not stored yet. */
  addResult(result: CommandResult): void;
  /** The id of a command that is stored, by its provisional one. */
  findCommand(provisionalId: number): number | undefined;
  /** Forgets the provisional ids of events; nothing refers to them once the spool is empty. */
  reset(): void;
}

const maxBatch = 200;
/** Keys and sightings of a batch get one time of receipt. */
const maxSpanMs = 1_000;
/** Results of commands arrive within seconds. */
const maxCommands = 10_000;

interface Parts {
  readonly spool: Spool;
  readonly siteCache: SiteCache;
  readonly images: ImageIntake | null;
  readonly quality: StoredReads;
}

export function createSpoolDrain(services: Services, { spool, siteCache, images, quality }: Parts): SpoolDrain {
  const { db, clock, log } = services;
  const ids: AssignedIds = { events: new Map(), commands: new Map() };
  const results = new Map<number, CommandResult>();

  async function storeNext(): Promise<void> {
    const records = takeBatch((await spool.read(0, maxBatch)).map(decodeRecord));
    // All of them are still being written.
    if (records.length === 0) return immediate();
    await storeOrSplit(records.filter((record) => record.kind !== "result"));
    await spool.remove(records.length);
  }

  /** One record that can't be stored must not hold up the others. */
  async function storeOrSplit(batch: readonly EventRecord[]): Promise<void> {
    try {
      await retryAfter([deadlock, uniqueViolation], () => store(batch));
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      siteCache.drop();
      const [first, ...others] = batch;
      if (!first) return;
      if (others.length > 0) for (const record of batch) await storeOrSplit([record]);
      else await storeWithoutEffects(first, error);
    }
  }

  /** Something that the decision refers to was deleted: the event itself is stored. */
  async function storeWithoutEffects(record: EventRecord, reason: unknown): Promise<void> {
    try {
      if (record.kind === "deferred") throw reason;
      await store([{ ...record, outcome: withoutEffects(record.outcome) }]);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      await spool.setAside(encodeRecord(record));
      log.error({ error }, "a spooled event can't be stored and was moved to the folder of rejected events");
    }
  }

  async function store(batch: readonly EventRecord[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    if (first.kind === "deferred") {
      const outcomes = await storeDeferred({ db, clock, log, siteCache }, batch as DeferredRecord[]);
      quality.observe(outcomes);
      for (const { queued, outcome } of outcomes) addImages(outcome.event, queued.images);
      return;
    }
    const site = await siteCache.now();
    const stored = await storeDecided({ db, site, ids, results }, batch as DecidedRecord[]);
    for (const { event, outcome } of stored) {
      quality.observe([{ queued: event as unknown as QueuedEvent, outcome: { ...outcome, sendBy: event.receivedAt } }]);
      addImages(outcome.event, event.images);
    }
  }

  function addImages(event: Parameters<ImageIntake["add"]>[0], found: QueuedEvent["images"]): void {
    if (found.length > 0) images?.add(event, found);
  }

  return {
    maxBatch,
    storeNext,
    addResult: (result) => {
      results.set(result.id, result);
    },
    findCommand: (id) => ids.commands.get(id),
    reset: () => {
      ids.events.clear();
      results.clear();
      for (const id of ids.commands.keys()) {
        if (ids.commands.size <= maxCommands) break;
        ids.commands.delete(id);
      }
    },
  };
}

type EventRecord = DecidedRecord | DeferredRecord;

/** The first records, as far as they are of one kind and were received together. Results are kept in memory. */
function takeBatch(records: readonly SpooledRecord[]): SpooledRecord[] {
  const first = records.find((record) => record.kind !== "result");
  if (!first) return [...records];
  const end = records.findIndex(
    (record) =>
      record.kind !== "result" &&
      (record.kind !== first.kind || Math.abs(receivedMsOf(record) - receivedMsOf(first)) > maxSpanMs),
  );
  return end < 0 ? [...records] : records.slice(0, end);
}

const receivedMsOf = (record: EventRecord): number =>
  (record.kind === "decided" ? record.event.receivedAt : record.receivedAt).getTime();

function withoutEffects(outcome: DecidedRecord["outcome"]): DecidedRecord["outcome"] {
  const { passage: _, hold: __, reservationUse: ___, usedPassId: ____, seen: _____, ...rest } = outcome;
  return { ...rest, steps: [], slotReports: [] };
}
