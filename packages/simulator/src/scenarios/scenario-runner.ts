import { type ScenarioName, scenarios } from "./registry.ts";
import type { ScenarioContext } from "./scenario.ts";

/** Runs one scenario at a time. */
export interface ScenarioRunner {
  running(): ScenarioName | null;
  /** Stops the running scenario and starts another. */
  start(scenario: ScenarioName): Promise<void>;
  /** Stops the running scenario and waits for its end. */
  stop(): Promise<void>;
}

/** Creates a runner; `createContext` makes a context that stops with its signal. */
export function createScenarioRunner(createContext: (signal: AbortSignal) => ScenarioContext): ScenarioRunner {
  // Calls run one at a time, so two concurrent starts don't leave two scenarios running.
  let pending: Promise<void> = Promise.resolve();
  let current: { readonly name: ScenarioName; readonly stopping: AbortController; readonly end: Promise<void> } | null =
    null;

  async function stop(): Promise<void> {
    const previous = current;
    current = null;
    previous?.stopping.abort();
    await previous?.end;
  }

  async function start(name: ScenarioName): Promise<void> {
    await stop();
    const stopping = new AbortController();
    const end = scenarios[name].run(createContext(stopping.signal)).catch((error: Error) => {
      console.error(`The scenario "${name}" failed: ${error.message}`);
    });
    current = { name, stopping, end };
  }

  const enqueue = (call: () => Promise<void>) => {
    pending = pending.then(call);
    return pending;
  };
  return {
    running: () => current?.name ?? null,
    stop: () => enqueue(stop),
    start: (name) => enqueue(() => start(name)),
  };
}
