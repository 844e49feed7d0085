import type { RfidServerStatus } from "@gatehouse/contract/entities/rfid-server";
import { dayMs } from "@gatehouse/contract/fields/zoned-time";
import type { Clock } from "../../platform/clock.ts";

/** The latest rejected connections, one entry per address. */
export interface RejectedReaders {
  add(address: string, reason: string): void;
  /** Removes an address that is accepted now. */
  remove(address: string): void;
  list(): RfidServerStatus["rejected"];
}

const maxAddresses = 20;
const keepMs = dayMs;
// The list is stored when it changes; a reader that connects in a loop must not write all the time.
const refreshMs = 5_000;

/** Creates an empty list. */
export function createRejectedReaders(clock: Clock): RejectedReaders {
  const rejected = new Map<string, { reason: string; at: string; atMs: number; attempts: number }>();
  let shown: RfidServerStatus["rejected"] = [];
  let shownMs = Number.NEGATIVE_INFINITY;

  return {
    add: (address, reason) => {
      if (rejected.get(address)?.reason !== reason) shownMs = Number.NEGATIVE_INFINITY;
      const attempts = (rejected.get(address)?.attempts ?? 0) + 1;
      // Moves it to the end, so that the oldest comes first.
      rejected.delete(address);
      rejected.set(address, { reason, at: clock.now().toISOString(), atMs: clock.monotonicMs(), attempts });
      const [oldest] = rejected.keys();
      if (rejected.size > maxAddresses && oldest !== undefined) rejected.delete(oldest);
    },
    remove: (address) => {
      if (rejected.delete(address)) shownMs = Number.NEGATIVE_INFINITY;
    },
    list: () => {
      const nowMs = clock.monotonicMs();
      if (nowMs - shownMs < refreshMs) return shown;
      shownMs = nowMs;
      shown = [...rejected]
        .filter(([, { atMs }]) => nowMs - atMs < keepMs)
        .map(([address, { reason, at, attempts }]) => ({ address, reason, at, attempts }))
        .reverse();
      return shown;
    },
  };
}
