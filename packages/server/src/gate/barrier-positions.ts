import { setTimeout as pause } from "node:timers/promises";
import type { ArmPosition } from "@gatehouse/contract/hardware-status";
import type { Services } from "../platform/services.ts";
import {
  deleteOtherPositions,
  notifyHardwareStatus,
  saveBarrierPosition,
} from "./hardware-status/hardware-status.store.ts";

/** The positions of barriers with contacts, as the leader reads them. */
export interface BarrierPositions {
  /** Replaces the positions of all barriers with contacts. Called after each reading, so it must be fast. */
  report(positions: ReadonlyMap<number, ArmPosition>): void;
  /** The current position; undefined for a barrier without contacts. */
  positionOf(barrierId: number): ArmPosition | undefined;
  /** Whether the arm was seen away from its closed position since a time of the monotonic clock. */
  wasRaisedSince(barrierId: number, sinceMs: number): boolean;
  /** Forgets everything, when this process stops reading contacts. */
  clear(): void;
  /** Resolves when all changes are stored. */
  settled(): Promise<void>;
}

const retryMs = 1_000;
const raised: ReadonlySet<ArmPosition> = new Set(["open", "moving"]);

/** Keeps positions in memory and stores their changes. */
export function createBarrierPositions({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): BarrierPositions {
  let current = new Map<number, ArmPosition>();
  const lastRaisedMs = new Map<number, number>();
  /** Changes to store, by barrier. */
  let changes = new Map<number, { position: ArmPosition; since: Date }>();
  let hasReported = false;
  let isListOutdated = false;
  let writing: Promise<void> | undefined;

  function schedule(): void {
    writing ??= write().finally(() => {
      writing = undefined;
    });
  }

  async function write(): Promise<void> {
    while (changes.size > 0 || isListOutdated) {
      const batch = changes;
      const withList = isListOutdated;
      changes = new Map();
      isListOutdated = false;
      try {
        await store(batch, withList);
      } catch (error) {
        log.warn({ error }, "could not store the positions of barriers; will retry");
        changes = new Map([...batch, ...changes]);
        isListOutdated ||= withList;
        await pause(retryMs);
      }
    }
  }

  async function store(batch: typeof changes, withList: boolean): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const removed = withList ? await deleteOtherPositions(tx, [...current.keys()]) : 0;
      for (const [barrierId, { position, since }] of batch)
        await saveBarrierPosition(tx, { barrierId, position, since });
      if (batch.size > 0 || removed > 0) await notifyHardwareStatus(tx);
    });
  }

  return {
    report: (positions) => {
      const nowMs = clock.monotonicMs();
      for (const [barrierId, position] of positions) {
        if (raised.has(position)) lastRaisedMs.set(barrierId, nowMs);
        if (current.get(barrierId) !== position) changes.set(barrierId, { position, since: clock.now() });
      }
      isListOutdated ||= !hasReported || [...current.keys()].some((barrierId) => !positions.has(barrierId));
      hasReported = true;
      current = new Map(positions);
      if (changes.size > 0 || isListOutdated) schedule();
    },
    positionOf: (barrierId) => current.get(barrierId),
    wasRaisedSince: (barrierId, sinceMs) => (lastRaisedMs.get(barrierId) ?? Number.NEGATIVE_INFINITY) >= sinceMs,
    clear: () => {
      current.clear();
      lastRaisedMs.clear();
      changes.clear();
      hasReported = false;
      isListOutdated = false;
    },
    settled: async () => {
      while (writing) await writing;
    },
  };
}
