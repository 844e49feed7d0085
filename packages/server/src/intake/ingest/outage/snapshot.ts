import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { Outcome } from "@gatehouse/engine/decision/outcome";
import Cursor from "pg-cursor";
import type { Site, SiteCache } from "../../../gate/site-cache.ts";
import { type BackgroundJob, startJob } from "../../../platform/background-job.ts";
import { channels } from "../../../platform/database/channels.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Services } from "../../../platform/services.ts";
import type { IdentifierRow } from "../load-context.ts";
import type { PipelinedTransaction } from "../pipelined-transaction.ts";
import type { Replica, SavedState } from "./replica.ts";
import { createLookups } from "./snapshot-lookups.ts";
import { createSnapshotState } from "./snapshot-state.ts";
import { emptyTables, loadSnapshotTables, type SnapshotTables, tableTopics } from "./snapshot-tables.ts";

const columns = `i.id, i.origin, i."externalId", i.type, i.iid, i."iidNormalized", i.lp, i."ownerName", i."vehicleType",
  i."validFrom", i."validTo"`;

const selectAll = `select ${columns}, coalesce(g.ids, '{}') as "groupIds"
  from identifiers i left join (
    select "identifierId", array_agg("groupId") as ids from identifier_groups group by 1
  ) g on g."identifierId" = i.id`;

/** Reads the groups of these identifiers only: the statement above would read the groups of all. */
const selectSome = `select ${columns},
    array(select "groupId" from identifier_groups g where g."identifierId" = i.id) as "groupIds"
  from identifiers i where i.id = any($1::integer[])`;

const pageRows = 1_000;

async function* readIdentifiers(db: Database): AsyncGenerator<IdentifierRow[]> {
  const client = await db.pool.connect();
  let isOver = false;
  try {
    const cursor = client.query(new Cursor<IdentifierRow>(selectAll));
    for (let page = await cursor.read(pageRows); page.length > 0; page = await cursor.read(pageRows)) yield page;
    await cursor.close();
    isOver = true;
  } finally {
    client.release(!isOver);
  }
}

/** Reads those of these identifiers that still exist. */
async function readChangedIdentifiers(db: Database, ids: readonly number[]): Promise<IdentifierRow[]> {
  return (await db.pool.query<IdentifierRow>(selectSome, [ids])).rows;
}

/** A copy of what decisions depend on, for the time without a database. */
export interface Snapshot {
  /** Answers the lookups of decisions. */
  readonly run: PipelinedTransaction["run"];
  /** The last time at which it was current; undefined if nothing was loaded. */
  currentAt(): Date | undefined;
  ageMs(): number;
  identifiers(): number;
  readonly tables: () => SnapshotTables;
  /** Applies decisions, so that the next one takes them into account. */
  apply(outcomes: Iterable<Outcome>): void;
  /** Takes back a decision that was not stored. */
  undo(eventId: number): void;
  /** Starts with what an earlier process saved. */
  restore(saved: Pick<SavedState, "tables"> & { readonly at: Date }): void;
  /** Counts the changes of its content. */
  version(): number;
  /** Keeps it current, except while decisions are not stored: the tables lack these. */
  start(isPaused: () => boolean): BackgroundJob;
}

const checkIntervalMs = 200;
/** Until it is loaded for the first time, for which the server waits. */
const firstIntervalMs = 10;
/** Ended reservations and passes are kept this long, so that a denial can name them. */
const keptMs = 2 * dayMs;
/** A load may take this part of the time. */
const maxLoadShare = 0.1;

type Parts = Pick<Services, "db" | "health" | "live" | "clock" | "log">;

/** Creates a snapshot that is empty until it is started or restored. */
export function createSnapshot(
  { db, health, live, clock, log }: Parts,
  siteCache: Pick<SiteCache, "now">,
  replica: Replica,
): Snapshot {
  let state = createSnapshotState(emptyTables);
  let current: { at: Date; ms: number } | undefined;
  let changedIds: Set<number> | "all" = "all";
  let areTablesOutdated = true;
  let version = 0;
  let lastSite: Site | undefined;
  let nextTablesMs = 0;
  /** Decisions during a load of the tables, which may or may not be in them. */
  let sinceLoad: Outcome[] | undefined;

  const areIdentifiersOutdated = () => changedIds === "all" || changedIds.size > 0 || replica.needsLoad();

  async function refresh(isPaused: () => boolean): Promise<{ waitMs: number }> {
    const waitMs = current ? checkIntervalMs : firstIntervalMs;
    if (isPaused() || !health.isUp() || !live.isConnected()) return { waitMs };
    if (areIdentifiersOutdated()) await refreshIdentifiers();
    if (areTablesOutdated && clock.monotonicMs() >= nextTablesMs) await refreshTables();
    // Loads the site if it has changed.
    const site = await siteCache.now();
    if (site !== lastSite) version += 1;
    lastSite = site;
    // Everything up to the last check is known, if no notification has arrived since.
    const isOutdated = areTablesOutdated || areIdentifiersOutdated();
    if (!isOutdated && live.isConnected() && health.isUp()) current = { at: clock.now(), ms: clock.monotonicMs() };
    return { waitMs };
  }

  async function refreshIdentifiers(): Promise<void> {
    const ids = changedIds;
    changedIds = new Set();
    try {
      if (ids === "all" || replica.needsLoad()) await replica.replaceAll(readIdentifiers(db));
      else await replica.update([...ids], await readChangedIdentifiers(db, [...ids]));
      version += 1;
    } catch (error) {
      changedIds = "all";
      throw error;
    }
  }

  async function refreshTables(): Promise<void> {
    const beganMs = clock.monotonicMs();
    areTablesOutdated = false;
    sinceLoad = [];
    try {
      const loaded = await loadSnapshotTables(db, new Date(clock.now().getTime() - keptMs));
      state = state.reload(loaded, sinceLoad);
      version += 1;
    } catch (error) {
      areTablesOutdated = true;
      throw error;
    } finally {
      sinceLoad = undefined;
      const endedMs = clock.monotonicMs();
      nextTablesMs = endedMs + (endedMs - beganMs) / maxLoadShare;
    }
  }

  return {
    run: createLookups(replica.find, () => state),
    currentAt: () => (replica.isLoaded() ? current?.at : undefined),
    ageMs: () => (current ? Math.max(0, clock.monotonicMs() - current.ms) : Number.POSITIVE_INFINITY),
    identifiers: replica.size,
    tables: () => state.tables,
    apply: (outcomes) => {
      for (const outcome of outcomes) {
        state.apply(outcome);
        sinceLoad?.push(outcome);
      }
    },
    undo: (eventId) => {
      state.undo(eventId);
      sinceLoad = sinceLoad?.filter(({ event }) => event.id !== eventId);
    },
    restore: ({ at, tables }) => {
      state = createSnapshotState(tables);
      current = { at, ms: clock.monotonicMs() - Math.max(0, clock.now().getTime() - at.getTime()) };
    },
    version: () => version,
    start: (isPaused) => {
      const unfollow = [
        live.follow(channels.identifiers, (payload) => {
          const ids = payload.split(",").map(Number);
          if (payload === "" || ids.some(Number.isNaN)) changedIds = "all";
          else if (changedIds !== "all") for (const id of ids) changedIds.add(id);
        }),
        live.follow(channels.changes, (topic) => {
          if (topic === "" || tableTopics.has(topic)) areTablesOutdated = true;
        }),
      ];
      const job = startJob("snapshot", log, () => refresh(isPaused));
      return {
        stop: async () => {
          for (const end of unfollow) end();
          await job.stop();
        },
      };
    },
  };
}
