import type { CommandState } from "@gatehouse/contract/events/command";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import type { HardwareTransports } from "@gatehouse/drivers/hardware-transport";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { claimCommands } from "../commands/command.store.ts";
import type { CommandDispatcher } from "../commands/command-dispatcher.ts";
import { type CommandOrigins, createCommandOrigins, whyStale } from "../commands/command-origins.ts";
import { isReleasedByServer, type StoredCommand, toRelease } from "../commands/command-record.ts";
import { type NameLookup, systemLookup } from "../outbound/dns-lookup.ts";
import { createHostAddresses } from "../outbound/host-addresses.ts";
import { type BackgroundJob, repeat } from "../platform/background-job.ts";
import { channels, queuedCommands } from "../platform/database/channels.ts";
import type { Services } from "../platform/services.ts";
import type { SiteCache } from "../site/site-cache.ts";
import { createAddressQueues } from "./address-queues.ts";
import { createCommandResults } from "./command-results.ts";
import { createLamps } from "./lamps.ts";
import { createRelayReleases } from "./relay-releases.ts";
import { createRelayRoutes, type Route } from "./relay-routes.ts";
import { createSigns } from "./signs.ts";
import { endAllUnanswered } from "./stale-commands.ts";
import { createHardwareConnector, type HardwareConnector } from "./transports.ts";

/** What talks to barriers, buzzers, lamps and signs, while this process leads. */
export interface CommandSender extends CommandDispatcher {
  /** The requests behind manual commands of this process. */
  readonly origins: CommandOrigins;
  /** Begins to lead; ends when it is stopped, and rests while it is not sure to be the only one. */
  lead(isSure?: () => boolean): BackgroundJob;
}

const lookMs = 500;

/** Opens the way to the field; nothing goes out before this process leads. Tests pass transports or a name lookup. */
export function createCommandSender(
  services: Services,
  facts: SiteCache,
  given?: HardwareTransports,
  look: NameLookup = systemLookup,
): CommandSender {
  const { db, clock, log, live } = services;
  const connector: HardwareConnector = given
    ? { locate: async (host) => ({ ok: true, address: host }), at: () => given }
    : createHardwareConnector(async () => (await facts.now()).configs.deviceNetworks, look);
  const addressesOf = createHostAddresses(look);
  const routes = createRelayRoutes(facts, connector, addressesOf);
  const origins = createCommandOrigins(clock);
  const supervisors = createAddressQueues((error) =>
    log.error({ error }, "a command to the field failed unexpectedly"),
  );
  const endings = createCommandResults(services);
  let hasBegun = false;
  let isSure = () => true;
  const isLeading = () => hasBegun && isSure();
  const upkeep = { services, facts, supervisors, routes, addressesOf, isLeading };
  const signs = createSigns(upkeep);
  const lamps = createLamps(upkeep);
  const releases = createRelayReleases({ services, supervisors, routes, onReleased: lamps.released });

  function carryOut(commands: readonly StoredCommand[]): void {
    for (const command of commands) {
      const { payload } = command;
      const address = payload.address && `${payload.address.host}:${payload.address.port}`;
      supervisors.add(address ?? `none ${command.id}`, { run: () => send(command) });
    }
  }

  async function send(command: StoredCommand): Promise<void> {
    const before = whyNotDue(command);
    if (before !== undefined) return withdraw(command, "expired", before);
    const route = await routeOf(command);
    // SAFE-3: asked again, because the lookup or the database may have taken long.
    const after = whyNotDue(command);
    if (after !== undefined) return withdraw(command, "expired", after);
    if (!route.ok) return withdraw(command, route.outcome.outcome, route.outcome.detail);
    const { outcome, detail } = await driven(command, route.transports);
    endings.add(command, outcome, detail);
    if (command.payload.way === "relay" && isReleasedByServer(command))
      releases.schedule({ ...toRelease(command), address: route.address }, command.payload.pulseMs);
  }

  /** The server that leads now has recorded this command as lost, and drives the field alone. */
  const whyNotDue = (command: StoredCommand): string | undefined =>
    whyStale(command, clock) ??
    (isLeading() ? undefined : "The server stopped controlling the devices before it was sent.");

  /** ENG-1, SAFE-6: only a barrier's own command switches its relay. */
  async function routeOf({ kind, payload }: StoredCommand): Promise<Route> {
    if (payload.address === null)
      return { ok: false, outcome: { outcome: "unreachable", detail: "No address entered." } };
    if (payload.way === "relay" && kind !== "open") return routes.besideBarriers(payload.address);
    return routes.to(payload.address.host);
  }

  /** Ends a command that was not sent. */
  function withdraw(command: StoredCommand, state: CommandState, detail: string): void {
    endings.add(command, state, detail);
    if (!isReleasedByServer(command)) return;
    releases.forget(toRelease(command)).catch((error) => log.warn({ error }, "could not delete a relay's release"));
  }

  async function driven(
    { kind, payload, targetId }: StoredCommand,
    transports: HardwareTransports,
  ): Promise<HardwareResult> {
    if (payload.address === null) throw new Error("a command without an address has no route");
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
    const rows = await claimCommands<Omit<StoredCommand, "at" | "expiresAt"> & { at: string; expiresAt: string }>(db);
    const commands = rows.map((row) => ({
      ...row,
      at: new Date(row.at),
      expiresAt: new Date(row.expiresAt),
      origin: origins.find(row.id),
    }));
    await releases.remember(
      commands.filter((one) => whyNotDue(one) === undefined && isReleasedByServer(one)).map(toRelease),
    );
    // Those that are too old are claimed as well, and end as expired.
    carryOut(commands);
  }

  return {
    isLeading,
    origins,
    carryOut,
    lead: (isSureNow = () => true) => {
      let isStopped = false;
      isSure = isSureNow;
      const claiming = repeat("field commands", log, async () => {
        if (!hasBegun && isSure() && !isStopped) {
          await endAllUnanswered(services);
          await releases.resume();
          hasBegun = !isStopped;
        }
        if (isLeading()) await claim();
        return { waitMs: lookMs };
      });
      const unfollow = live.follow(channels.commands, (what) => {
        if (isLeading() && what === queuedCommands)
          claim().catch((error) => log.warn({ error }, "could not claim commands"));
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

const noDriver = (name: string): HardwareResult => ({
  outcome: "unreachable",
  detail: `Unknown driver "${name}".`,
});
