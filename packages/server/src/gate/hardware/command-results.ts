import { setTimeout as pause } from "node:timers/promises";
import type { CommandState } from "@gatehouse/contract/events/command";
import { raiseAlert } from "../../alert/alert.store.ts";
import type { Services } from "../../platform/services.ts";
import { barrierAlert } from "../barrier-alert.ts";
import { type CommandResult, saveCommandResults } from "../command.store.ts";
import type { StoredCommand } from "../command-record.ts";

/** Stores the results of commands in batches. */
export interface CommandResults {
  add(command: StoredCommand, state: CommandState, detail: string): void;
  settled(): Promise<void>;
}

interface PendingResult extends CommandResult {
  readonly command: StoredCommand;
}

const retryMs = 500;
const maxAttempts = 20;

/** Collects results while the database is busy, so that the hardware never waits for it. */
export function createCommandResults({ db, health, clock, log, metrics }: Services): CommandResults {
  let waiting: PendingResult[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const results = waiting;
      waiting = [];
      await storeWithRetry(results);
    }
    writing = undefined;
  }

  async function storeWithRetry(results: readonly PendingResult[]): Promise<void> {
    for (let attempt = 1; attempt <= maxAttempts; ) {
      try {
        return await store(results);
      } catch (error) {
        if (attempt === 1) log.warn({ error }, "could not store the results of commands; will retry");
        // During an outage they are kept.
        if (health.isUp()) attempt += 1;
        await pause(retryMs);
      }
    }
    log.error({ count: results.length }, "the results of commands are lost");
  }

  async function store(results: readonly PendingResult[]): Promise<void> {
    const failed = results.filter((result) => barrierAlert(result).length > 0);
    if (failed.length === 0) return void (await saveCommandResults(db, results));
    await db.transaction().execute(async (tx) => {
      const saved = await saveCommandResults(tx, results);
      // A command that was expired meanwhile has its alert already.
      const causes = failed.filter(({ id }) => saved.has(id)).flatMap(barrierAlert);
      for (const cause of causes) await raiseAlert(tx, cause, clock.now());
    });
  }

  metrics.readQueue("command-results", () => waiting.length);
  return {
    add: (command, state, detail) => {
      const { kind, origin } = command;
      metrics.count("gatehouse_commands_total", { kind, result: state });
      if (origin && state === "accepted") {
        const seconds = (clock.monotonicMs() - origin.monotonicMs) / 1_000;
        metrics.observe("gatehouse_command_duration_seconds", { kind }, seconds);
      }
      const at = clock.now();
      const id = command.offline ? command.offline.addResult({ state, detail, at }) : command.id;
      if (id === undefined) return;
      waiting.push({ command, id, state, detail, at });
      writing ??= write();
    },
    settled: async () => {
      await writing;
    },
  };
}
