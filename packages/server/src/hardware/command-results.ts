import { setTimeout as pause } from "node:timers/promises";
import type { CommandState } from "@gatehouse/contract/events/command";
import { raiseAlert } from "../alerts/alert.store.ts";
import { type Ending, endCommands } from "../commands/command.store.ts";
import type { StoredCommand } from "../commands/command-record.ts";
import type { Services } from "../platform/services.ts";
import { barrierAlert } from "./barrier-alert.ts";

/** Writes down how commands ended, those of one moment together. */
export interface CommandResults {
  add(command: StoredCommand, state: CommandState, detail: string): void;
  settled(): Promise<void>;
}

interface Ended extends Ending {
  readonly command: StoredCommand;
}

const retryMs = 500;
const mostTries = 20;

/** Nobody in the field waits for the database: what ended is written down as soon as that is free. */
export function createCommandResults({ db, clock, log }: Services): CommandResults {
  let waiting: Ended[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const ended = waiting;
      waiting = [];
      await keep(ended);
    }
    writing = undefined;
  }

  async function keep(ended: readonly Ended[]): Promise<void> {
    for (let attempt = 1; attempt <= mostTries; attempt += 1) {
      try {
        return await store(ended);
      } catch (error) {
        log.warn({ error, attempt }, "could not write down how commands ended");
        await pause(retryMs);
      }
    }
  }

  async function store(ended: readonly Ended[]): Promise<void> {
    const failed = ended.filter((one) => barrierAlert(one).length > 0);
    if (failed.length === 0) return void (await endCommands(db, ended));
    await db.transaction().execute(async (tx) => {
      const news = await endCommands(tx, ended);
      // What was given up meanwhile has its alert already.
      const causes = failed.filter(({ id }) => news.has(id)).flatMap(barrierAlert);
      for (const cause of causes) await raiseAlert(tx, cause, clock.now());
    });
  }

  return {
    add: (command, state, detail) => {
      waiting.push({ command, id: command.id, state, detail, at: clock.now() });
      writing ??= write();
    },
    settled: async () => {
      await writing;
    },
  };
}
