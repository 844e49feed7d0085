import { setTimeout as pause } from "node:timers/promises";
import type { CommandState } from "@gatehouse/contract/events/command";
import { type AlertCause, raiseAlert } from "../../entities/alert/alert.store.ts";
import { type Ending, endCommands } from "../../entities/command/command.store.ts";
import type { Services } from "../../platform/services.ts";
import type { FieldCommand } from "./field-command.ts";

/** Writes down how commands ended, those of one moment together. */
export interface Endings {
  add(command: FieldCommand, state: CommandState, detail: string): void;
  settled(): Promise<void>;
}

interface Ended extends Ending {
  readonly command: FieldCommand;
}

const retryMs = 500;
const mostTries = 20;

/** Nobody in the field waits for the database: what ended is written down as soon as that is free. */
export function openEndings({ db, clock, log }: Services): Endings {
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
    const causes = ended.flatMap(alertOf);
    if (causes.length === 0) return endCommands(db, ended);
    await db.transaction().execute(async (tx) => {
      await endCommands(tx, ended);
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

/** ENG-6, ALERT-6: a barrier that did not take its command needs a person. */
function alertOf({ command, state, detail }: Ended): AlertCause[] {
  const { kind, module, targetId, targetName, gateId } = command;
  if (kind !== "open" || state === "accepted") return [];
  const isTag = module === "RFID_ACCESS_CONTROL";
  return [
    {
      type: isTag ? "AC_RFID_BOOMBARRIER_TRIGGER_FAILED" : "AC_ANPR_BOOMBARRIER_TRIGGER_FAILED",
      scope: "ac",
      subject: `barrier ${targetId}`,
      title: "Barrier did not open",
      description: `"${targetName}" was to open and did not take the command.`,
      additionalInfo: { error: detail, barrierId: targetId, ...(gateId !== null && { gateId }) },
    },
  ];
}
