import { setTimeout as pause } from "node:timers/promises";
import type { Detection } from "@gatehouse/contract/events/detection";
import type { OutageReadiness } from "@gatehouse/contract/readiness";
import { findModule, type Sender } from "@gatehouse/engine/events/incoming-event";
import type { CommandDispatcher } from "../../../gate/command-dispatcher.ts";
import { toCommandRecords } from "../../../gate/command-payload.ts";
import type { CommandRecord, StoredCommand } from "../../../gate/command-record.ts";
import type { Site, SiteCache } from "../../../gate/site-cache.ts";
import type { ImageIntake } from "../../../house/image-intake.ts";
import { type BackgroundJob, startJob } from "../../../platform/background-job.ts";
import { httpError } from "../../../platform/http/http-error.ts";
import type { Services } from "../../../platform/services.ts";
import { type Spool, SpoolFullError } from "../../../platform/spool/spool.ts";
import type { EventKey, Push, QueuedEvent } from "../queued-event.ts";
import type { StoredBatch, StoredReads } from "../store-batch.ts";
import { trackOf } from "../tracked-reads.ts";
import { decideOffline } from "./decide-offline.ts";
import { createSpoolDrain } from "./drain-spool.ts";
import type { Replica } from "./replica.ts";
import type { Snapshot } from "./snapshot.ts";
import { startSnapshotSaver } from "./snapshot-saver.ts";
import { createSpooledKeys } from "./spooled-keys.ts";
import {
  createProvisionalIds,
  type DecidedRecord,
  decodeRecord,
  encodeRecord,
  type SpooledRecord,
  toDeferred,
  toDeferredDetection,
  toSpooledEvent,
} from "./spooled-record.ts";

/** Decides and keeps events while the database can't store them. */
export interface Outage {
  /** Whether events go to the spool, because the database does not respond or the spool is not stored yet. */
  isActive(): boolean;
  /** The database could not store a batch. */
  begin(): void;
  /** Resolves once the events are durable, with those that are new; undefined if the outage has ended before. */
  accept(events: readonly QueuedEvent[]): Promise<readonly QueuedEvent[] | undefined>;
  /** Keeps detections whose camera is not known yet; false if the outage has ended before. */
  defer(sender: Sender, detections: readonly Detection[], push: Push): Promise<boolean>;
  /** Takes note of what was stored in the database. */
  observe(stored: StoredBatch["outcomes"]): void;
  /** The depth of the spool and the age of the snapshot. */
  status(): OutageReadiness;
  /** Keeps the snapshot current, and stores the spool whenever the database responds. */
  start(): BackgroundJob;
  /** Resolves when the snapshot is loaded, after which no outage finds the server unable to decide. */
  ready(): Promise<void>;
}

interface OutageParts {
  readonly spool: Spool;
  readonly snapshot: Snapshot;
  readonly replica: Replica;
  readonly siteCache: SiteCache;
  readonly dispatcher: CommandDispatcher & { release(commands: readonly CommandRecord[]): void };
  readonly images: ImageIntake | null;
  readonly quality: StoredReads;
}

const retryAfterSeconds = 30;
const checkIntervalMs = 200;
const maxRetryMs = 5_000;
/** A million identifiers take seconds. A start must not wait for a database that does not respond any more. */
const maxReadyMs = 15_000;
const readyIntervalMs = 10;
/** How long a former leader waits to become the leader again, before its events go to the database. */
const maxLeaderWaitMs = 15_000;
/** Pictures may use this part of the spool. */
const maxPictureShare = 0.5;
/** Relays of older commands were released by the process that sent them, or by hand. */
const releaseWithinMs = 600_000;

/** Continues with the records that an earlier process left in the spool. */
export async function createOutage(services: Services, parts: OutageParts): Promise<Outage> {
  const { clock, health, log } = services;
  const { spool, snapshot, replica, siteCache, dispatcher } = parts;
  const nextId = createProvisionalIds(clock.now());
  const inTurn = createMutex();
  const keys = createSpooledKeys();
  /** Until an event is durable, its repetition must not be acknowledged either. */
  const writes = new WeakMap<EventKey, Promise<void>>();
  const drain = createSpoolDrain(services, parts);
  let isForced = false;
  let wasLeading = false;
  let upSinceMs = Number.NEGATIVE_INFINITY;
  const isActive = () => isForced || spool.size() > 0 || !health.isUp();

  health.onChange((isUp) => {
    if (isUp) upSinceMs = clock.monotonicMs();
    else wasLeading = dispatcher.isLeading();
    // Until this process is the leader again, commands of stored events would wait.
    isForced ||= isUp && wasLeading;
  });
  await recover();

  async function recover(): Promise<void> {
    const left: StoredCommand[] = [];
    for (let at = 0; at < spool.size(); at += drain.maxBatch) {
      for (const record of (await spool.read(at, drain.maxBatch)).map(decodeRecord)) {
        if (record.kind === "result") drain.addResult(record);
        if (record.kind !== "decided") continue;
        keys.add(record.event.key);
        snapshot.apply([{ ...record.outcome, gate: null }]);
        if (clock.now().getTime() - record.event.receivedAt.getTime() < releaseWithinMs) left.push(...record.commands);
      }
    }
    if (spool.size() > 0) log.warn({ records: spool.size() }, "storing the events that an earlier process has spooled");
    dispatcher.release(left);
  }

  /** The time of the snapshot, unless it is too old. */
  function findUsableSnapshot(site: Site): Date | undefined {
    const at = snapshot.currentAt();
    return snapshot.ageMs() <= site.configs.snapshotMaxHours * 3_600_000 ? at : undefined;
  }

  /** Undefined for an event that must wait for the database. */
  async function decide(site: Site, queued: QueuedEvent): Promise<DecidedRecord | undefined> {
    const snapshotAt = findUsableSnapshot(site);
    if (!snapshotAt) {
      const reason = snapshot.currentAt() ? "the data loaded from it is too old" : "its data was not loaded yet";
      log.warn({ reason }, "the database does not respond: an event is stored without a decision");
    }
    // The values of slots are in the database.
    if (!snapshotAt || queued.module === "EPLD") return undefined;
    const isRejected = queued.timing === "live" && queued.deadline.isOver();
    const event = { ...queued, id: nextId(), ...(isRejected && { timing: "late" as const }) };
    const outcome = await decideOffline({ snapshot, clock }, site, event, snapshotAt).catch((error: unknown) => {
      log.error({ error }, "the snapshot can't be read: an event is stored without a decision");
    });
    if (!outcome) return undefined;
    // A later report corrects the stored event, unless it opens the gate.
    if (trackOf(queued)?.isUpdate && !outcome.commands.some(({ kind }) => kind === "open")) return undefined;
    const { gate, ...rest } = outcome;
    const images = spool.bytes() < spool.maxBytes * maxPictureShare ? queued.images : [];
    const commands = toCommandRecords(site, outcome, "sent").map((row) => ({ ...row, id: nextId() }));
    snapshot.apply([outcome]);
    return {
      kind: "decided",
      event: toSpooledEvent(queued, images),
      outcome: { ...rest, gateId: gate?.id ?? null },
      commands,
    };
  }

  /** Decides one event after the other, and appends the records in the same order. */
  async function spoolEvents(events: readonly QueuedEvent[]) {
    const site = await siteCache.now();
    const added: { queued: QueuedEvent; record: SpooledRecord }[] = [];
    const repeated: EventKey[] = [];
    for (const queued of events) {
      const same = keys.find(queued.key);
      if (same) repeated.push(same);
      if (same) continue;
      keys.add(queued.key);
      added.push({ queued, record: (await decide(site, queued)) ?? toDeferred(queued) });
    }
    const written = spool.append(added.map(({ record }) => encodeRecord(record)));
    for (const { queued } of added) writes.set(queued.key, written);
    return { added, written, others: repeated.map((key) => writes.get(key)) };
  }

  async function accept(events: readonly QueuedEvent[]): Promise<readonly QueuedEvent[] | undefined> {
    const spooled = await inTurn(async () => (isActive() ? spoolEvents(events) : undefined));
    if (!spooled) return undefined;
    const { added, written, others } = spooled;
    await written.catch((error: unknown) => {
      for (const { queued, record } of added) {
        keys.remove(queued.key);
        if (record.kind === "decided") snapshot.undo(record.outcome.event.id);
      }
      throw toError(error);
    });
    await Promise.all(others).catch((error: unknown) => {
      throw toError(error);
    });
    for (const { queued, record } of added) if (record.kind === "decided") send(queued, record);
    return added.map(({ queued }) => queued);
  }

  function send(queued: QueuedEvent, { commands }: DecidedRecord): void {
    const isAccepted = queued.deadline.settle();
    const origin = { monotonicMs: queued.receivedMs, isCallerGone: () => !isAccepted };
    dispatcher.dispatch(
      commands.map((command) => ({
        ...command,
        origin,
        offline: { addResult: (result) => addResult(command.id, result) },
      })),
    );
  }

  function addResult(id: number, result: Parameters<NonNullable<StoredCommand["offline"]>["addResult"]>[0]) {
    const storedId = drain.findCommand(id);
    if (storedId !== undefined) return storedId;
    const record = { kind: "result", id, ...result } as const;
    drain.addResult(record);
    // For the case that this process ends before the command is stored.
    spool.append([encodeRecord(record)]).catch((error: unknown) => log.warn({ error }, "could not spool a result"));
    return undefined;
  }

  const awaitsLeadership = () =>
    wasLeading && !dispatcher.isLeading() && clock.monotonicMs() - upSinceMs < maxLeaderWaitMs;

  async function drainSpool(): Promise<boolean> {
    if (!health.isUp()) return false;
    while (spool.size() > drain.maxBatch || (awaitsLeadership() && spool.size() > 0)) await drain.storeNext();
    if (awaitsLeadership()) return false;
    // New events wait until the last ones are stored; then they go to the database again.
    await inTurn(async () => {
      while (spool.size() > 0) await drain.storeNext();
      isForced = false;
      keys.clear();
      drain.reset();
    });
    return true;
  }

  return {
    isActive,
    begin: () => {
      isForced = true;
    },
    accept,
    defer: (sender, detections, push) =>
      inTurn(async () => {
        if (!isActive()) return { isDeferred: false, written: Promise.resolve() };
        const records = detections.flatMap((detection) => {
          const module = findModule(sender, detection);
          return module === null ? [] : [encodeRecord(toDeferredDetection(sender, module, detection, push.receivedAt))];
        });
        return { isDeferred: true, written: spool.append(records) };
      }).then(async ({ isDeferred, written }) => {
        await written.catch((error: unknown) => {
          throw toError(error);
        });
        return isDeferred;
      }),
    ready: async () => {
      const untilMs = clock.monotonicMs() + maxReadyMs;
      while (!snapshot.currentAt() && clock.monotonicMs() < untilMs) await pause(readyIntervalMs);
      if (!snapshot.currentAt()) log.warn("the data for decisions without the database is not loaded yet");
    },
    observe: (stored) => snapshot.apply(stored.map(({ outcome }) => outcome)),
    status: () => {
      const at = snapshot.currentAt();
      return {
        spooled: spool.size(),
        spoolBytes: spool.bytes(),
        maxSpoolBytes: spool.maxBytes,
        snapshotAt: at?.toISOString() ?? null,
        snapshotAgeSeconds: at ? Math.round(snapshot.ageMs() / 1_000) : null,
        identifiers: snapshot.identifiers(),
      };
    },
    start: () => {
      const following = snapshot.start(isActive);
      const saving = startSnapshotSaver(services, snapshot, replica);
      let retryMs = checkIntervalMs;
      const draining = startJob("spool", log, async () => {
        if (!isForced && spool.size() === 0) return { waitMs: checkIntervalMs };
        retryMs = Math.min(maxRetryMs, retryMs * 2);
        const waitMs = retryMs;
        const isStored = await drainSpool().catch((error: unknown) => {
          log.warn({ error, records: spool.size() }, "could not store the spool yet");
          return false;
        });
        if (isStored || !health.isUp() || awaitsLeadership()) retryMs = checkIntervalMs;
        return { waitMs: isStored ? checkIntervalMs : waitMs };
      });
      return { stop: async () => void (await Promise.all([following.stop(), saving.stop(), draining.stop()])) };
    },
  };
}

const toError = (error: unknown) =>
  error instanceof SpoolFullError ? httpError("ingest/spool-full", { retryAfterSeconds }) : error;

/** Runs tasks one after the other, in the order in which they are added. */
function createMutex(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => {});
    return result;
  };
}
