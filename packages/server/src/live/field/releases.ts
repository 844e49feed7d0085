import type { FieldTransports } from "@gatehouse/drivers/field-transport";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { sql } from "kysely";
import type { Services } from "../../platform/services.ts";
import type { Release } from "./field-command.ts";
import type { Supervisors } from "./supervisor.ts";

/** Opens relays again whose boards do not do it by themselves: after their pulse, or at the next start. */
export interface Releases {
  /** Writes down what is about to be closed; to be done before anything is closed. */
  remember(releases: readonly Release[]): Promise<void>;
  schedule(release: Release): void;
  /** Releases what a process before this one has left closed. */
  resume(): Promise<void>;
  stop(): void;
}

interface ReleaseParts {
  readonly services: Services;
  readonly supervisors: Supervisors;
  readonly transports: FieldTransports;
  readonly onReleased: (release: Release) => void;
}

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

const keyOf = ({ host, port, relayNumber }: Release) => `${host} ${port} ${relayNumber}`;

/** Keeps at most one end for each relay: a second pulse moves it. */
export function openReleases({ services, supervisors, transports, onReleased }: ReleaseParts): Releases {
  const { db, clock, log } = services;
  const timers = new Map<string, NodeJS.Timeout>();

  function schedule(release: Release, retryMs = firstRetryMs): void {
    const key = keyOf(release);
    clearTimeout(timers.get(key));
    const waitMs = Math.max(0, release.dueAt.getTime() - clock.now().getTime());
    const begin = () => {
      timers.delete(key);
      const run = () => end(release, retryMs);
      supervisors.add(`${release.host}:${release.port}`, { isUrgent: true, run });
    };
    timers.set(key, setTimeout(begin, waitMs));
  }

  async function end(release: Release, retryMs: number): Promise<void> {
    // Another pulse has begun meanwhile, and its end is this relay's.
    if (timers.has(keyOf(release))) return;
    const driver = relayDrivers[release.driver];
    const outcome = driver && (await driver.release(release, transports));
    if (outcome?.outcome === "unreachable") {
      const dueAt = new Date(clock.now().getTime() + retryMs);
      log.warn({ host: release.host, detail: outcome.detail }, "a relay could not be released and is tried again");
      return schedule({ ...release, dueAt }, Math.min(longestRetryMs, retryMs * 2));
    }
    if (timers.has(keyOf(release))) return;
    onReleased(release);
    await db
      .deleteFrom("relay_releases")
      .where("host", "=", release.host)
      .where("port", "=", release.port)
      .where("relayNumber", "=", release.relayNumber)
      .where("dueAt", "<=", clock.now().toISOString())
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
    resume: async () => {
      const left = await db.selectFrom("relay_releases").selectAll().execute();
      for (const release of left) schedule({ ...release, dueAt: clock.now() });
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
