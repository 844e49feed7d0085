/** The barrier arms of a board. Each moves when its relay opens it, and lowers itself later. */
export interface Arms {
  /** Whether the arm has reached its upper or lower end. */
  ends(relay: number): { readonly isUp: boolean; readonly isDown: boolean };
  isStuck(relay: number): boolean;
  /** A stuck arm stays where it is. */
  setStuck(relay: number, isStuck: boolean): void;
  /** Lowers every arm at once and frees it. */
  reset(): void;
  stop(): void;
}

/** Time that an arm needs from one end to the other. */
export const armTravelMs = 1_500;

const tickMs = 50;

/** Creates arms that are down; `isRaised` says where each one should be. */
export function createArms(relays: readonly number[], isRaised: (relay: number) => boolean): Arms {
  /** Height from 0 (down) to 1 (up). */
  const heights = new Map(relays.map((relay) => [relay, 0]));
  const stuck = new Set<number>();
  let lastMs = performance.now();
  const timer = setInterval(move, tickMs).unref();

  function move(): void {
    const nowMs = performance.now();
    const step = (nowMs - lastMs) / armTravelMs;
    lastMs = nowMs;
    for (const [relay, height] of heights) {
      if (stuck.has(relay)) continue;
      heights.set(relay, Math.min(1, Math.max(0, height + (isRaised(relay) ? step : -step))));
    }
  }

  return {
    ends: (relay) => ({ isUp: heights.get(relay) === 1, isDown: heights.get(relay) === 0 }),
    isStuck: (relay) => stuck.has(relay),
    setStuck: (relay, isStuck) => {
      if (isStuck) stuck.add(relay);
      else stuck.delete(relay);
    },
    reset: () => {
      stuck.clear();
      for (const relay of heights.keys()) heights.set(relay, 0);
    },
    stop: () => clearInterval(timer),
  };
}
