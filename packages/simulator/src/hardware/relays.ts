/** What a relay board was told, and whether it did it. */
export interface RelayCommand {
  readonly at: Date;
  /** From 1. */
  readonly relay: number;
  readonly does: "close" | "release" | "pulse";
  /** How long the board itself keeps the relay closed; null where it was not told. */
  readonly pulseMs: number | null;
  readonly isObeyed: boolean;
}

/** A time in which a relay was closed; `to` is null while it is. */
export interface RelayPulse {
  readonly relay: number;
  readonly from: Date;
  readonly to: Date | null;
}

/** The relays of a board, with a memory. */
export interface Relays {
  /** Obeys a command, or only remembers that it came. */
  take(command: Omit<RelayCommand, "at">): void;
  isClosed(relay: number): boolean;
  /** Everything since the last reset, the latest last. */
  readonly commands: readonly RelayCommand[];
  readonly pulses: readonly RelayPulse[];
  /** Opens every relay and forgets what happened. */
  reset(): void;
}

const mostKept = 500;

/** Starts with every relay open. */
export function openRelays(): Relays {
  const commands: RelayCommand[] = [];
  const pulses: { relay: number; from: Date; to: Date | null }[] = [];
  const timers = new Map<number, NodeJS.Timeout>();
  const closedSince = (relay: number) => pulses.find((pulse) => pulse.relay === relay && pulse.to === null);

  function close(relay: number): void {
    if (!closedSince(relay)) keep(pulses, { relay, from: new Date(), to: null });
  }

  function release(relay: number): void {
    const pulse = closedSince(relay);
    if (pulse) pulse.to = new Date();
  }

  function obey({ relay, does, pulseMs }: Omit<RelayCommand, "at">): void {
    clearTimeout(timers.get(relay));
    timers.delete(relay);
    if (does === "release") release(relay);
    else close(relay);
    if (does === "pulse") timers.set(relay, setTimeout(() => release(relay), pulseMs ?? 0).unref());
  }

  return {
    take: (command) => {
      keep(commands, { at: new Date(), ...command });
      if (command.isObeyed) obey(command);
    },
    isClosed: (relay) => closedSince(relay) !== undefined,
    commands,
    pulses,
    reset: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      commands.length = 0;
      pulses.length = 0;
    },
  };
}

function keep<T>(list: T[], item: T): void {
  list.push(item);
  if (list.length > mostKept) list.shift();
}
