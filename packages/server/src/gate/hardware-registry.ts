import { setTimeout as pause } from "node:timers/promises";
import type { HardwareStatus } from "@gatehouse/contract/hardware-status";
import type { Services } from "../platform/services.ts";
import {
  deleteHardwareStatus,
  listHardwareStatus,
  notifyHardwareStatus,
  type StatusRow,
  saveHardwareStatus,
} from "./hardware-status/hardware-status.store.ts";
import { updateOfflineAlerts } from "./hardware-status/offline-alerts.ts";
import type { CurrentStatus, ReportedStatus } from "./reported-status.ts";

/** The reports of one feature. */
export interface StatusReporter {
  /** Replaces what the feature reported before. */
  report(statuses: readonly ReportedStatus[]): void;
  /** Ends the reports, when the feature stops. */
  close(): void;
}

/** Collects the states of all hardware, stores changes and raises the alerts of offline hardware. */
export interface HardwareRegistry {
  /** Adds a feature; states are stored once every added feature has reported. */
  add(): StatusReporter;
  /** Resolves when everything reported is stored. */
  settled(): Promise<void>;
}

const keyOf = ({ kind, id }: Pick<HardwareStatus, "kind" | "id">) => `${kind} ${id}`;
const retryMs = 1_000;

/** Creates the registry of this process; only features of the leader report. */
export function createHardwareRegistry({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): HardwareRegistry {
  const features = new Map<symbol, readonly ReportedStatus[] | undefined>();
  let isOutdated = false;
  let writing: Promise<void> | undefined;

  function schedule(): void {
    isOutdated = true;
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }

  async function write(): Promise<void> {
    while (isOutdated && isComplete()) {
      isOutdated = false;
      try {
        await store(listReported());
      } catch (error) {
        log.warn({ error }, "could not store the status of the hardware; will retry");
        isOutdated = true;
        await pause(retryMs);
      }
    }
  }

  const isComplete = () => features.size > 0 && ![...features.values()].includes(undefined);

  /** The first report of a device counts. */
  function listReported(): ReportedStatus[] {
    const reported = new Map<string, ReportedStatus>();
    for (const status of [...features.values()].filter((statuses) => statuses !== undefined).flat())
      if (!reported.has(keyOf(status))) reported.set(keyOf(status), status);
    return [...reported.values()];
  }

  async function store(reported: readonly ReportedStatus[]): Promise<void> {
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const stored = new Map((await listHardwareStatus(tx)).map((status) => [keyOf(status), status]));
      const current = reported.map((status) => toCurrent(status, stored.get(keyOf(status)), now));
      const changed = current.filter((status) => hasChanged(status, stored.get(keyOf(status))));
      const keys = new Set(reported.map(keyOf));
      const removed = [...stored.values()].filter((status) => !keys.has(keyOf(status)));
      await saveHardwareStatus(tx, changed.map(toRow));
      await deleteHardwareStatus(tx, removed);
      await updateOfflineAlerts(tx, current, now);
      if (changed.length > 0 || removed.length > 0) await notifyHardwareStatus(tx);
    });
  }

  return {
    add: () => {
      const feature = Symbol("feature");
      features.set(feature, undefined);
      let last = "";
      return {
        report: (statuses) => {
          const text = JSON.stringify(statuses);
          if (text === last || !features.has(feature)) return;
          last = text;
          features.set(feature, statuses);
          schedule();
        },
        close: () => void features.delete(feature),
      };
    },
    settled: async () => {
      while (writing) await writing;
    },
  };
}

/** Hardware that a new leader has not checked yet keeps its stored state. */
function toCurrent(reported: ReportedStatus, stored: HardwareStatus | undefined, now: Date): CurrentStatus {
  const isUnchecked = reported.state === "unknown" && reported.reason === null;
  const { state, reason } = isUnchecked && stored ? stored : reported;
  return { ...reported, state, reason, since: stored?.state === state ? new Date(stored.since) : now };
}

const hasChanged = (status: CurrentStatus, stored: HardwareStatus | undefined) =>
  stored === undefined ||
  stored.name !== status.name ||
  stored.state !== status.state ||
  stored.reason !== status.reason;

const toRow = ({ kind, id, name, state, reason, since }: CurrentStatus): StatusRow => ({
  kind,
  id,
  name,
  state,
  reason,
  since,
});
