import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { defaultModbusUnit } from "@gatehouse/contract/fields/modbus-unit";
import { relayKey } from "@gatehouse/contract/fields/relay-address";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayDriver } from "@gatehouse/drivers/relays/relay";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";
import type { Release } from "../command-record.ts";
import type { AddressQueues } from "./address-queues.ts";
import type { RelayRoutes } from "./relay-routes.ts";
import { ownCommand } from "./transports.ts";

/** Ends pulses that the board does not time itself: when they are over, or at the next start. */
export interface RelayReleases {
  /** Stores the releases of relays that are about to be closed, so that a crash leaves none closed. */
  save(releases: readonly Release[]): Promise<void>;
  /** Releases the relay after this time of the monotonic clock; if it is not stored, even after `stop`. */
  schedule(release: Release, waitMs: number, isStored?: boolean): void;
  /** Deletes the stored release of a relay that was not closed. */
  delete(release: Release): Promise<void>;
  /** Releases the relays that an earlier process left closed. */
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
const maxRetryMs = 30_000;

/** Identifies a relay, whatever spelling its address has. */
const keyOf = ({ host, address = host, ...relay }: Release) => relayKey({ ...relay, host: address });

interface Pending {
  readonly timer: NodeJS.Timeout;
  readonly isStored: boolean;
  release: Release;
}

/** The release with the later of both due times; after the clock was stepped back, the earlier pulse may have it. */
const latestOf = (release: Release, other: Release | undefined): Release =>
  other && other.dueAt > release.dueAt ? { ...release, dueAt: other.dueAt } : release;

/** Has at most one release per relay: a second pulse postpones it. */
export function createRelayReleases({ services, queues, routes, onReleased }: ReleaseParts): RelayReleases {
  const { db, log } = services;
  const pending = new Map<string, Pending>();
  let isStopped = false;

  function schedule(release: Release, waitMs: number, isStored = true, retryMs = firstRetryMs): void {
    // Commands and releases still under way when this process stops end after it; the next leader resumes the release.
    if (isStopped && isStored) return;
    const key = keyOf(release);
    const replaced = pending.get(key);
    clearTimeout(replaced?.timer);
    const start = () => {
      const due = pending.get(key)?.release ?? release;
      pending.delete(key);
      queues.add(`${release.host}:${release.port}`, { isUrgent: true, run: () => releaseNow(due, isStored, retryMs) });
    };
    pending.set(key, { release: latestOf(release, replaced?.release), isStored, timer: setTimeout(start, waitMs) });
  }

  /** Whether the relay has a further pulse, whose release ends both. */
  function isSuperseded(release: Release): boolean {
    const later = pending.get(keyOf(release));
    if (later) later.release = latestOf(later.release, release);
    return later !== undefined;
  }

  async function releaseNow(release: Release, isStored: boolean, retryMs: number): Promise<void> {
    if (isSuperseded(release)) return;
    const driver = findDriver(relayDrivers, release.driver);
    const result = driver && (await sendRelease(driver, release, isStored));
    if (result?.outcome === "unreachable") {
      log.warn({ host: release.host, detail: result.detail }, "could not release a relay, retrying");
      return schedule(release, retryMs, isStored, Math.min(maxRetryMs, retryMs * 2));
    }
    if (isSuperseded(release)) return;
    onReleased(release);
    // If the record stays, the next leader releases the relay once more.
    await deleteRecord(release).catch((error: unknown) =>
      log.warn({ error }, "could not delete a stored relay release"),
    );
  }

  /** Uses the address at which the relay was closed; its host is resolved again only after a restart. */
  async function sendRelease(driver: RelayDriver, release: Release, isStored: boolean): Promise<HardwareResult> {
    const at = { ...release, host: release.address ?? release.host };
    // Switching on is only safe while no barrier has the relay.
    const control = isStored ? undefined : ownCommand;
    const route = await (release.restsOn ? routes.toLampOrBuzzer(at, control) : routes.to(at.host, control));
    if (!route.ok) return route.outcome;
    return release.restsOn ? driver.hold(release, route.transports) : driver.release(release, route.transports);
  }

  /** Keeps the record of a later pulse. Compares stored times with each other, never with the clock. */
  async function deleteRecord({ host, port, relayNumber, unitId = defaultModbusUnit, dueAt }: Release): Promise<void> {
    await db
      .deleteFrom("relay_releases")
      .where("host", "=", host)
      .where("port", "=", port)
      .where("relayNumber", "=", relayNumber)
      .where("unitId", "=", unitId)
      .where("dueAt", "<=", dueAt.toISOString())
      .execute();
  }

  return {
    save: async (releases) => {
      for (const { host, port, relayNumber, unitId = defaultModbusUnit, driver, restsOn, dueAt } of releases) {
        await db
          .insertInto("relay_releases")
          .values({ host, port, relayNumber, unitId, driver, restsOn, dueAt })
          .onConflict((conflict) =>
            conflict.columns(["host", "port", "relayNumber", "unitId"]).doUpdateSet({
              driver,
              restsOn,
              dueAt: sql`greatest(relay_releases."dueAt", excluded."dueAt")`,
            }),
          )
          .execute();
      }
    },
    schedule: (release, waitMs, isStored) => schedule(release, waitMs, isStored),
    delete: async (release) => {
      if (!pending.has(keyOf(release))) await deleteRecord(release);
    },
    resume: async () => {
      isStopped = false;
      const stored = await db.selectFrom("relay_releases").selectAll().execute();
      for (const release of stored) schedule({ ...release, dueAt: new Date(release.dueAt) }, 0);
    },
    stop: () => {
      isStopped = true;
      for (const [key, { timer, isStored }] of pending) {
        if (!isStored) continue;
        clearTimeout(timer);
        pending.delete(key);
      }
    },
  };
}
