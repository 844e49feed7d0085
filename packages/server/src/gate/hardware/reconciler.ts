import type { LiveTopic } from "@gatehouse/contract/entities/live";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { HostAddresses } from "../../alert/host-addresses.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import type { ReadDb } from "../../platform/database/database.ts";
import type { Services } from "../../platform/services.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import type { AddressQueues } from "./address-queues.ts";
import type { RelayRoutes } from "./relay-routes.ts";
import type { CheckedHardware } from "./status-checks.ts";

/** Dependencies of a reconciler. */
export interface ReconcilerParts {
  readonly services: Services;
  readonly siteCache: SiteCache;
  readonly queues: AddressQueues;
  readonly routes: RelayRoutes;
  readonly addressesOf: HostAddresses;
  readonly isLeading: () => boolean;
  /** The result of a write, which also shows whether the device replies. */
  readonly onResult: (hardware: CheckedHardware, result: HardwareResult) => void;
}

/** Desired state of a sign or relay while no command overrides it. */
export interface DesiredState {
  /** Identifies the sign or relay. */
  readonly key: string;
  /** Its address; writes to one address run in sequence. */
  readonly host: string;
  readonly port: number;
  /** Identifies the content; it is written only when this changes. */
  readonly state: string;
  write(): Promise<HardwareResult>;
}

/** Keeps signs or relays in their desired state. */
export interface Reconciler {
  /** A command overrides the desired state for this time. */
  hold(key: string, ms: number): void;
  /** A command has ended; the desired state is written again. */
  forget(key: string): void;
  /** The device may have lost its state; the desired state is written again, after the command that overrides it. */
  restore(key: string): void;
  /** Writes the desired state again if the device shows another one, for example after it lost power. */
  observe(key: string, isShown: (state: string) => boolean): void;
  start(): BackgroundJob;
}

const retryMs = 5_000;
const leaderCheckMs = 100;

const topics: ReadonlySet<LiveTopic> = new Set<LiveTopic>([
  "boom_barriers",
  "buzzers",
  "displays",
  "module_activation",
  "variables",
]);

/** Last state written. */
interface WrittenState {
  readonly state: string | null;
  /** The device accepted it. */
  isConfirmed: boolean;
  /** Overridden by a command until this time of the monotonic clock. */
  readonly heldUntilMs: number;
}

/** Writes each desired state that changed; retries after failures, and writes everything after a start. */
export function createReconciler(
  name: string,
  { services, siteCache, queues, isLeading }: ReconcilerParts,
  loadDesired: (site: Site) => Promise<readonly DesiredState[]>,
): Reconciler {
  const { clock, log, live } = services;
  const written = new Map<string, WrittenState>();
  const timers = new Set<NodeJS.Timeout>();
  let reconciling: Promise<void> | undefined;
  let isOutdated = false;

  async function refresh(): Promise<void> {
    if (!isLeading()) return;
    const desired = await loadDesired(await siteCache.now());
    if (!isLeading()) return;
    for (const state of desired) writeIfChanged(state);
    const keys = new Set(desired.map(({ key }) => key));
    // A key that returns later may have been changed by others meanwhile.
    for (const key of written.keys()) if (!keys.has(key)) written.delete(key);
  }

  function writeIfChanged({ key, host, port, state, write }: DesiredState): void {
    const current = written.get(key);
    if (isHeld(current) || current?.state === state) return;
    // Recorded before it is written, so that the next run does not write it a second time.
    const next: WrittenState = { state, isConfirmed: false, heldUntilMs: Number.NEGATIVE_INFINITY };
    written.set(key, next);
    const run = async () => {
      if (!isLeading() || written.get(key) !== next) return;
      const { outcome } = await write();
      if (outcome === "accepted") next.isConfirmed = true;
      else if (written.get(key) === next) written.delete(key);
    };
    queues.add(`${host}:${port}`, { isBackground: true, run });
  }

  const isHeld = (state: WrittenState | undefined) => state !== undefined && state.heldUntilMs > clock.monotonicMs();

  /** One run at a time, and another one if something changed meanwhile: an old value is never written after a new one. */
  function reconcile(): Promise<void> {
    isOutdated = true;
    reconciling ??= catchUp().finally(() => {
      reconciling = undefined;
    });
    return reconciling;
  }

  async function catchUp(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      await refresh();
    }
  }

  const reconcileNow = () =>
    void reconcile().catch((error) => log.warn({ error }, `could not bring the ${name} up to date`));

  function forget(key: string): void {
    if (written.delete(key)) reconcileNow();
  }

  return {
    hold: (key, ms) => {
      written.set(key, { state: null, isConfirmed: false, heldUntilMs: clock.monotonicMs() + ms });
      const timer = setTimeout(() => {
        timers.delete(timer);
        reconcileNow();
      }, ms + 1);
      timers.add(timer);
    },
    forget,
    restore: (key) => {
      // The first reply of a device after a failure may be that to the command itself.
      if (!isHeld(written.get(key))) forget(key);
    },
    observe: (key, isShown) => {
      const current = written.get(key);
      if (!current?.isConfirmed || current.state === null || isShown(current.state)) return;
      written.delete(key);
      reconcileNow();
    },
    start: () => {
      const repeating = startJob(name, log, async () => {
        await reconcile();
        return { waitMs: isLeading() ? retryMs : leaderCheckMs };
      });
      const unsubscribe = live.subscribe((changed) => {
        if (changed.some((topic) => topics.has(topic))) reconcileNow();
      });
      return {
        stop: async () => {
          unsubscribe();
          await repeating.stop();
          await reconciling?.catch(() => {});
          for (const timer of timers) clearTimeout(timer);
          timers.clear();
          written.clear();
        },
      };
    },
  };
}

/** Current values of variables; undefined for one that does not exist. */
export async function currentValues(
  db: ReadDb,
  variableIds: readonly number[],
): Promise<(variableId: number) => number | undefined> {
  if (variableIds.length === 0) return () => undefined;
  const rows = await db
    .selectFrom("variables")
    .select(["id", "computedValue"])
    .where("id", "in", [...new Set(variableIds)])
    .execute();
  const values = new Map(rows.map(({ id, computedValue }) => [id, computedValue]));
  return (id) => values.get(id);
}
