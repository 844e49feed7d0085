import type { FieldOutcome } from "@gatehouse/contract/fields/field-outcome";
import { relayOfBarrier } from "@gatehouse/contract/fields/relay-place";
import type { FieldTransports } from "@gatehouse/drivers/field-transport";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { claimCommands } from "../../entities/command/command.store.ts";
import type { Services } from "../../platform/services.ts";
import type { SiteFacts } from "../ingest/site.ts";
import type { SiteActuator } from "../ingest/site-wiring.ts";
import { type Repeating, repeat } from "../repeat.ts";
import { barrierOn } from "./barrier-relay.ts";
import { openEndings } from "./endings.ts";
import { type FieldCommand, isOurRelease, releaseOf } from "./field-command.ts";
import { openFieldTransports } from "./field-transports.ts";
import { openLamps } from "./lamps.ts";
import { endEveryUnheard, expireLate } from "./lost-commands.ts";
import { openReleases } from "./releases.ts";
import { openSigns } from "./signs.ts";
import { openSupervisors } from "./supervisor.ts";

/** What talks to barriers, buzzers, lamps and signs, while this process leads. */
export interface Field {
  isLeading(): boolean;
  /** Carries out commands that are written down as sent: each once, whatever comes of it. */
  carryOut(commands: readonly FieldCommand[]): void;
  /** Begins to lead; ends when it is stopped, and rests while it is not sure to be the only one. */
  lead(isSure?: () => boolean): Repeating;
}

const lookMs = 500;

/** Opens the way to the field; nothing goes out before this process leads. */
export function openField(services: Services, facts: SiteFacts, given?: FieldTransports): Field {
  const { db, clock, log, live } = services;
  const transports = given ?? openFieldTransports(async () => (await facts.now()).configs.deviceNetworks);
  const supervisors = openSupervisors((error) => log.error({ error }, "a command to the field failed unexpectedly"));
  const endings = openEndings(services);
  let hasBegun = false;
  let isSure = () => true;
  const isLeading = () => hasBegun && isSure();
  const upkeep = { services, facts, supervisors, transports, isLeading };
  const signs = openSigns(upkeep);
  const lamps = openLamps(upkeep);
  const releases = openReleases({ services, supervisors, transports, onReleased: lamps.released });

  function carryOut(commands: readonly FieldCommand[]): void {
    for (const command of commands) {
      const { payload } = command;
      const address = payload.address && `${payload.address.host}:${payload.address.port}`;
      supervisors.add(address ?? `none ${command.id}`, { run: () => send(command) });
    }
  }

  async function send(command: FieldCommand): Promise<void> {
    // It may have waited behind a device that does not answer.
    const isFresh = clock.now().getTime() < command.expiresAt.getTime();
    if (!isFresh) return endings.add(command, "expired", "Not sent in time.");
    // Whoever leads now has told that this one was not heard, and drives the field alone.
    if (!isLeading())
      return endings.add(command, "expired", "The server stopped controlling the devices before it was sent.");
    const barrier = await barrierBehind(command);
    if (barrier) return endings.add(command, "rejected", relayOfBarrier(barrier.name));
    const { outcome, detail } = await driven(command);
    endings.add(command, outcome, detail);
    if (isOurRelease(command)) releases.schedule(releaseOf({ ...command, at: clock.now() }));
  }

  /** ENG-1: whatever else was entered on a barrier's relay never switches it. */
  async function barrierBehind({ kind, payload }: FieldCommand): Promise<SiteActuator | undefined> {
    if (kind === "open" || payload.way !== "relay" || payload.address === null) return undefined;
    return barrierOn(await facts.now(), payload.address);
  }

  async function driven({ kind, payload, targetId }: FieldCommand): Promise<FieldOutcome> {
    if (payload.address === null) return { outcome: "unreachable", detail: "No address entered." };
    if (payload.way === "relay") {
      const driver = relayDrivers[payload.driver];
      if (!driver) return noDriver(payload.driver);
      const closed = await driver.close(payload.address, payload.pulseMs, transports);
      // Unreachable, the board may have heard it all the same.
      if (kind === "lamp") lamps.hold(payload.address, closed.outcome === "rejected" ? 0 : payload.pulseMs);
      return closed;
    }
    const driver = signDrivers[payload.driver];
    if (!driver) return noDriver(payload.driver);
    const shown = await driver.show(payload.address, payload.rows, transports);
    signs.hold(targetId, shown.outcome === "accepted" ? payload.seconds * 1_000 : 0);
    return shown;
  }

  /** Takes what other processes left to whoever leads. */
  async function claim(): Promise<void> {
    const rows = await claimCommands<Omit<FieldCommand, "at" | "expiresAt"> & { at: string; expiresAt: string }>(
      db,
      clock.now(),
    );
    const commands = rows.map((row) => ({ ...row, at: new Date(row.at), expiresAt: new Date(row.expiresAt) }));
    await releases.remember(commands.filter(isOurRelease).map(releaseOf));
    carryOut(commands);
  }

  return {
    isLeading,
    carryOut,
    lead: (isSureNow = () => true) => {
      let isStopped = false;
      isSure = isSureNow;
      const claiming = repeat("field commands", log, async () => {
        if (!hasBegun && isSure() && !isStopped) {
          await endEveryUnheard(services);
          await releases.resume();
          hasBegun = !isStopped;
        }
        if (isLeading()) {
          await claim();
          await expireLate(services);
        }
        return { waitMs: lookMs };
      });
      const unfollow = live.follow("gatehouse_commands", (what) => {
        if (isLeading() && what === "queued") claim().catch((error) => log.warn({ error }, "could not claim commands"));
      });
      const showing = [signs.start(), lamps.start()];
      return {
        stop: async () => {
          isStopped = true;
          hasBegun = false;
          unfollow();
          await Promise.all([claiming, ...showing].map((loop) => loop.stop()));
          releases.stop();
          await supervisors.settled();
          await endings.settled();
        },
      };
    },
  };
}

const noDriver = (name: string): FieldOutcome => ({
  outcome: "unreachable",
  detail: `Unknown driver "${name}".`,
});
