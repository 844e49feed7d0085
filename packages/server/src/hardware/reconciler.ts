import type { LiveTopic } from "@gatehouse/contract/entities/live/live-topic";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { HostAddresses } from "../outbound/host-addresses.ts";
import { type BackgroundJob, repeat } from "../platform/background-job.ts";
import type { ReadDb } from "../platform/database/database.ts";
import type { Services } from "../platform/services.ts";
import type { Site, SiteCache } from "../site/site-cache.ts";
import type { AddressQueues } from "./address-queues.ts";
import type { RelayRoutes } from "./relay-routes.ts";

/** What it takes to keep things in the field up to date. */
export interface ReconcilerParts {
  readonly services: Services;
  readonly siteCache: SiteCache;
  readonly queues: AddressQueues;
  readonly routes: RelayRoutes;
  readonly addressesOf: HostAddresses;
  readonly isLeading: () => boolean;
}

/** How something in the field is to be while nothing happens. */
export interface Wanted {
  /** Tells it from the others. */
  readonly key: string;
  /** Where it is: those at one address wait for each other. */
  readonly host: string;
  readonly port: number;
  /** What it is to show, in words of its own: it is written only when they change. */
  readonly state: string;
  write(): Promise<HardwareResult>;
}

/** Keeps things in the field as they are to be while nothing happens. */
export interface Reconciler {
  /** Something else is shown there for a while, and then what is wanted again. */
  hold(key: string, ms: number): void;
  /** What is shown there is not known any more. */
  forget(key: string): void;
  start(): BackgroundJob;
}

const retryMs = 5_000;
const untilLeadingMs = 100;

const topics: ReadonlySet<LiveTopic> = new Set<LiveTopic>([
  "boom_barriers",
  "displays",
  "module_activation",
  "variables",
]);

/** What something shows, as far as is known. */
interface Shown {
  readonly state: string | null;
  /** Left alone until this time of the monotonic clock. */
  readonly heldUntilMs: number;
}

/** Writes what is wanted where it is not shown yet; what cannot be reached is tried again, and after a start everything. */
export function createReconciler(
  name: string,
  { services, siteCache, queues, isLeading }: ReconcilerParts,
  wantedAt: (site: Site) => Promise<readonly Wanted[]>,
): Reconciler {
  const { clock, log, live } = services;
  const shown = new Map<string, Shown>();
  const timers = new Set<NodeJS.Timeout>();
  let looking: Promise<void> | undefined;
  let isBehind = false;

  async function refresh(): Promise<void> {
    if (!isLeading()) return;
    const wanted = await wantedAt(await siteCache.now());
    if (!isLeading()) return;
    for (const one of wanted) writeIfNew(one);
    const keys = new Set(wanted.map(({ key }) => key));
    // What comes back later may have been changed by anybody meanwhile.
    for (const key of shown.keys()) if (!keys.has(key)) shown.delete(key);
  }

  function writeIfNew({ key, host, port, state, write }: Wanted): void {
    const now = shown.get(key);
    if (isHeld(now) || now?.state === state) return;
    // Taken as shown from here on, so that the next look does not write it a second time.
    const next: Shown = { state, heldUntilMs: Number.NEGATIVE_INFINITY };
    shown.set(key, next);
    const run = async () => {
      if (!isLeading() || shown.get(key) !== next) return;
      const { outcome } = await write();
      if (outcome !== "accepted" && shown.get(key) === next) shown.delete(key);
    };
    queues.add(`${host}:${port}`, { isPatient: true, run });
  }

  const isHeld = (one: Shown | undefined) => one !== undefined && one.heldUntilMs > clock.monotonicMs();

  /** One look at a time, and one more where something changed meanwhile: an old value never comes after a new one. */
  function look(): Promise<void> {
    isBehind = true;
    looking ??= catchUp().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function catchUp(): Promise<void> {
    while (isBehind) {
      isBehind = false;
      await refresh();
    }
  }

  const lookNow = () => void look().catch((error) => log.warn({ error }, `could not bring the ${name} up to date`));

  return {
    hold: (key, ms) => {
      shown.set(key, { state: null, heldUntilMs: clock.monotonicMs() + ms });
      const timer = setTimeout(() => {
        timers.delete(timer);
        lookNow();
      }, ms + 1);
      timers.add(timer);
    },
    forget: (key) => {
      if (shown.delete(key)) lookNow();
    },
    start: () => {
      const repeating = repeat(name, log, async () => {
        await look();
        return { waitMs: isLeading() ? retryMs : untilLeadingMs };
      });
      const unsubscribe = live.subscribe((changed) => {
        if (changed.some((topic) => topics.has(topic))) lookNow();
      });
      return {
        stop: async () => {
          unsubscribe();
          await repeating.stop();
          await looking?.catch(() => {});
          for (const timer of timers) clearTimeout(timer);
          timers.clear();
          shown.clear();
        },
      };
    },
  };
}

/** What variables have now; one that is gone has nothing. */
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
