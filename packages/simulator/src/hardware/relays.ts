/** A command that a relay board received. */
export interface RelayCommand {
  readonly at: Date;
  /** From 1. */
  readonly relay: number;
  readonly action: "close" | "release" | "pulse";
  /** Pulse length timed by the board; null without one. */
  readonly pulseMs: number | null;
  readonly isExecuted: boolean;
}

/** A period in which a relay was closed; `to` is null while it still is. */
export interface RelayPulse {
  readonly relay: number;
  readonly from: Date;
  readonly to: Date | null;
}

/** The relays of a board, with a log of commands and pulses. */
export interface Relays {
  /** Logs a command, and executes it if `isExecuted` is set. */
  receive(command: Omit<RelayCommand, "at">): void;
  isClosed(relay: number): boolean;
  /** Since the last reset, newest last. */
  readonly commands: readonly RelayCommand[];
  /** Since the last reset, newest last. */
  readonly pulses: readonly RelayPulse[];
  /** Opens every relay, as when the board loses power. */
  losePower(): void;
  /** Opens every relay and clears both logs. */
  reset(): void;
}

const maxLogEntries = 500;

/** Creates relays that are all open. */
export function createRelays(): Relays {
  const commands: RelayCommand[] = [];
  const pulses: { relay: number; from: Date; to: Date | null }[] = [];
  const timers = new Map<number, NodeJS.Timeout>();
  const findOpenPulse = (relay: number) => pulses.find((pulse) => pulse.relay === relay && pulse.to === null);

  function close(relay: number): void {
    if (!findOpenPulse(relay)) appendToLog(pulses, { relay, from: new Date(), to: null });
  }

  function release(relay: number): void {
    const pulse = findOpenPulse(relay);
    if (pulse) pulse.to = new Date();
  }

  function stopTimers(): void {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  }

  function execute({ relay, action, pulseMs }: Omit<RelayCommand, "at">): void {
    clearTimeout(timers.get(relay));
    timers.delete(relay);
    if (action === "release") release(relay);
    else close(relay);
    if (action === "pulse") timers.set(relay, setTimeout(() => release(relay), pulseMs ?? 0).unref());
  }

  return {
    receive: (command) => {
      appendToLog(commands, { at: new Date(), ...command });
      if (command.isExecuted) execute(command);
    },
    isClosed: (relay) => findOpenPulse(relay) !== undefined,
    commands,
    pulses,
    losePower: () => {
      stopTimers();
      for (const pulse of pulses) pulse.to ??= new Date();
    },
    reset: () => {
      stopTimers();
      commands.length = 0;
      pulses.length = 0;
    },
  };
}

function appendToLog<T>(log: T[], entry: T): void {
  log.push(entry);
  if (log.length > maxLogEntries) log.shift();
}
