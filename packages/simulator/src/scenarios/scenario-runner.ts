import { type WorldName, worlds } from "./registry.ts";
import type { Stage } from "./scenario.ts";

/** Lets one world play at a time. */
export interface Director {
  playing(): WorldName | null;
  play(world: WorldName): Promise<void>;
  /** Ends what plays and waits until it is over. */
  stop(): Promise<void>;
}

/** Starts with nothing playing; `stage` makes a stage that is over when its signal says so. */
export function openDirector(stage: (signal: AbortSignal) => Stage): Director {
  // One after the other: two who press at once do not start two worlds.
  let turn: Promise<void> = Promise.resolve();
  let running: { readonly name: WorldName; readonly over: AbortController; readonly end: Promise<void> } | null = null;

  async function stop(): Promise<void> {
    const before = running;
    running = null;
    before?.over.abort();
    await before?.end;
  }

  async function play(name: WorldName): Promise<void> {
    await stop();
    const over = new AbortController();
    const end = worlds[name].play(stage(over.signal)).catch((error: Error) => {
      console.error(`The world "${name}" ended: ${error.message}`);
    });
    running = { name, over, end };
  }

  const inTurn = (act: () => Promise<void>) => {
    turn = turn.then(act);
    return turn;
  };
  return {
    playing: () => running?.name ?? null,
    stop: () => inTurn(stop),
    play: (name) => inTurn(() => play(name)),
  };
}
