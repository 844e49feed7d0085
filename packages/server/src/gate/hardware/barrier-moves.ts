import { raiseAlert } from "../../alert/alert.store.ts";
import type { Services } from "../../platform/services.ts";
import { barrierAlert } from "../barrier-alert.ts";
import type { BarrierPositions } from "../barrier-positions.ts";
import { saveUnmoved } from "../command.store.ts";
import type { StoredCommand } from "../command-record.ts";
import type { SiteCache } from "../site-cache.ts";
import type { CommandResults } from "./command-results.ts";

/** Watches whether barriers with position contacts move after an accepted open command. */
export interface BarrierMoves {
  /** `sentMs` is when the command was sent, by the monotonic clock. */
  watch(command: StoredCommand, sentMs: number): void;
  stop(): Promise<void>;
}

interface BarrierMoveParts {
  readonly services: Services;
  readonly siteCache: SiteCache;
  readonly positions: BarrierPositions;
  readonly results: CommandResults;
}

/** Creates the watch; it judges only barriers whose contacts are readable when the time is over. */
export function createBarrierMoves({ services, siteCache, positions, results }: BarrierMoveParts): BarrierMoves {
  const { db, clock, log } = services;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  async function start(command: StoredCommand, sentMs: number): Promise<void> {
    const { barrierMoveSeconds } = (await siteCache.now()).configs;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(judge(command, sentMs, barrierMoveSeconds));
    }, barrierMoveSeconds * 1_000);
    timers.add(timer);
  }

  async function judge(command: StoredCommand, sentMs: number, seconds: number): Promise<void> {
    const { id, targetId } = command;
    if (positions.wasRaisedSince(targetId, sentMs) || positions.positionOf(targetId) !== "closed") return;
    const detail = `The board switched the relay, but the barrier did not move within ${seconds} s.`;
    // The command's first result must be stored before.
    await results.settled();
    await db.transaction().execute(async (tx) => {
      if (!(await saveUnmoved(tx, id, detail))) return;
      for (const cause of barrierAlert({ command, state: "unmoved", detail })) await raiseAlert(tx, cause, clock.now());
    });
  }

  function run(work: Promise<void>): void {
    const done = work
      .catch((error) => log.warn({ error }, "could not record that a barrier did not move"))
      .finally(() => running.delete(done));
    running.add(done);
  }

  return {
    watch: (command, sentMs) => {
      if (positions.positionOf(command.targetId) !== undefined) run(start(command, sentMs));
    },
    stop: async () => {
      await Promise.all(running);
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(running);
    },
  };
}
