/** A place to park, and who watches it: a camera or a slot controller of a device. */
export interface Bay {
  readonly device: string;
  readonly source: string;
  /** The watcher's own id for the slot. */
  readonly slot: string;
}

/** Who stands where. */
export interface ParkedCars {
  isTaken(bay: Bay): boolean;
  park(bay: Bay): void;
  leave(bay: Bay): void;
  reset(): void;
}

const keyOf = ({ device, source, slot }: Bay) => JSON.stringify([device, source, slot]);

/** Starts with every bay free. */
export function emptyBays(): ParkedCars {
  const taken = new Set<string>();
  return {
    isTaken: (bay) => taken.has(keyOf(bay)),
    park: (bay) => void taken.add(keyOf(bay)),
    leave: (bay) => void taken.delete(keyOf(bay)),
    reset: () => taken.clear(),
  };
}
