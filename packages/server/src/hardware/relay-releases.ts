import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { relayKey } from "@gatehouse/contract/fields/relay-address";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayDriver } from "@gatehouse/drivers/relays/relay";
import { sql } from "kysely";
import type { Release } from "../commands/command-record.ts";
import type { Services } from "../platform/services.ts";
import type { AddressQueues } from "./address-queues.ts";
import type { RelayRoutes } from "./relay-routes.ts";

/** Opens relays again whose boards do not do it by themselves: after their pulse, or at the next start. */
export interface RelayReleases {
  /** Writes down what is about to be closed; to be done before anything is closed. */
  remember(releases: readonly Release[]): Promise<void>;
  /** Opens the relay after this time, counted on the monotonic clock. */
  schedule(release: Release, waitMs: number): void;
  /** Deletes the record of a relay that was not closed after all. */
  forget(release: Release): Promise<void>;
  /** Releases what a process before this one has left closed. */
  resume(): Promise<void>;
  stop(): void;
}

interface ReleaseParts {
  readonly services: Services;
  readonly queues: AddressQueues;
  readonly routes: RelayRoutes;
  readonly onReleased: (release: Release) => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

/** Two spellings of one address are one relay. */
const keyOf = ({ host, address = host, port, relayNumber }: Release) => relayKey({ host: address, port, relayNumber });

interface Pending {
  readonly timer: NodeJS.Timeout;
  release: Release;
}

/** The release, with the later of both stored times: after a step back of the clock that may be the earlier pulse's. */
const latestOf = (release: Release, other: Release | undefined): Release =>
  other && other.dueAt > release.dueAt ? { ...release, dueAt: other.dueAt } : release;

/** Keeps at most one end for each relay: a second pulse moves it. */
export function createRelayReleases({ services, queues, routes, onReleased }: ReleaseParts): RelayReleases {
  const { db, log } = services;
  const pending = new Map<string, Pending>();
  let isStopped = false;

  function schedule(release: Release, waitMs: number, retryMs = firstRetryMs): void {
    // Commands and releases still under way when this process stops end after it; the next leader resumes the release.
    if (isStopped) return;
    const key = keyOf(release);
    const replaced = pending.get(key);
    clearTimeout(replaced?.timer);
    const begin = () => {
      const due = pending.get(key)?.release ?? release;
      pending.delete(key);
      queues.add(`${release.host}:${release.port}`, { isUrgent: true, run: () => end(due, retryMs) });
    };
    pending.set(key, { release: latestOf(release, replaced?.release), timer: setTimeout(begin, waitMs) });
  }

  /** Whether a further pulse of the relay has begun, whose end releases both. */
  function isTakenOver(release: Release): boolean {
    const later = pending.get(keyOf(release));
    if (later) later.release = latestOf(later.release, release);
    return later !== undefined;
  }

  async function end(release: Release, retryMs: number): Promise<void> {
    if (isTakenOver(release)) return;
    const driver = relayDrivers[release.driver];
    const outcome = driver && (await open(driver, release));
    if (outcome?.outcome === "unreachable") {
      log.warn({ host: release.host, detail: outcome.detail }, "a relay could not be released and is tried again");
      return schedule(release, retryMs, Math.min(longestRetryMs, retryMs * 2));
    }
    if (isTakenOver(release)) return;
    onReleased(release);
    await deleteRecord(release);
  }

  /** Opens the relay at the address where it was closed; only after a restart its name is resolved again. */
  async function open(driver: RelayDriver, release: Release): Promise<HardwareResult> {
    const route = await routes.to(release.address ?? release.host);
    return route.ok ? driver.release(release, route.transports) : route.outcome;
  }

  /** Compares stored times only with each other, never with the clock: a later pulse of the relay keeps its record. */
  async function deleteRecord({ host, port, relayNumber, dueAt }: Release): Promise<void> {
    await db
      .deleteFrom("relay_releases")
      .where("host", "=", host)
      .where("port", "=", port)
      .where("relayNumber", "=", relayNumber)
      .where("dueAt", "<=", dueAt.toISOString())
      .execute();
  }

  return {
    remember: async (releases) => {
      for (const { host, port, relayNumber, driver, dueAt } of releases) {
        await db
          .insertInto("relay_releases")
          .values({ host, port, relayNumber, driver, dueAt })
          .onConflict((conflict) =>
            conflict.columns(["host", "port", "relayNumber"]).doUpdateSet({
              driver,
              dueAt: sql`greatest(relay_releases."dueAt", excluded."dueAt")`,
            }),
          )
          .execute();
      }
    },
    schedule,
    forget: async (release) => {
      if (!pending.has(keyOf(release))) await deleteRecord(release);
    },
    resume: async () => {
      isStopped = false;
      const left = await db.selectFrom("relay_releases").selectAll().execute();
      for (const release of left) schedule({ ...release, dueAt: new Date(release.dueAt) }, 0);
    },
    stop: () => {
      isStopped = true;
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
}
