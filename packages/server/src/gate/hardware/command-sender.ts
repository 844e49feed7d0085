import type { CommandState } from "@gatehouse/contract/events/command";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { findDriver } from "@gatehouse/drivers/find-driver";
import type { HardwareTransports } from "@gatehouse/drivers/hardware-transport";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import { signDrivers } from "@gatehouse/drivers/signs/registry";
import { type NameLookup, systemLookup } from "../../alert/dns-lookup.ts";
import { createHostAddresses } from "../../alert/host-addresses.ts";
import { type BackgroundJob, startJob } from "../../platform/background-job.ts";
import { channels, queuedCommands } from "../../platform/database/channels.ts";
import type { Services } from "../../platform/services.ts";
import { type BarrierPositions, createBarrierPositions } from "../barrier-positions.ts";
import { claimCommands } from "../command.store.ts";
import type { CommandDispatcher } from "../command-dispatcher.ts";
import { type CommandOrigins, createCommandOrigins, whyStale } from "../command-origins.ts";
import {
  type CommandRecord,
  isReleasedByServer,
  type Release,
  type StoredCommand,
  toRelease,
} from "../command-record.ts";
import { createHardwareRegistry, type HardwareRegistry } from "../hardware-registry.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import { createAddressQueues } from "./address-queues.ts";
import { createBarrierMoves } from "./barrier-moves.ts";
import { createCommandResults } from "./command-results.ts";
import { createLamps } from "./lamps.ts";
import { createRelayReleases } from "./relay-releases.ts";
import { createRelayRoutes, type Route } from "./relay-routes.ts";
import { createRestingBuzzers } from "./resting-buzzers.ts";
import { withCommunity } from "./sign-community.ts";
import { createSigns } from "./signs.ts";
import { failAllUnanswered } from "./stale-commands.ts";
import { boardOf, createStatusChecks } from "./status-checks.ts";
import { createHardwareConnector, type HardwareConnector, ownCommand } from "./transports.ts";

/** Drives barriers, buzzers, lamps and signs while this process is the leader. */
export interface CommandSender extends CommandDispatcher {
  /** The requests that caused manual commands of this process. */
  readonly origins: CommandOrigins;
  /** Starts to drive the hardware, until it is stopped; pauses while `holdsLease` is false. */
  start(holdsLease?: () => boolean): BackgroundJob;
  /** Starts to check boards and signs while this process drives the hardware. */
  startStatusChecks(): BackgroundJob;
  /** Releases the relays of commands that an earlier process sent while it had no database. */
  release(commands: readonly CommandRecord[]): void;
}

/** Where the state of the hardware is collected. */
export interface HardwareState {
  readonly registry: HardwareRegistry;
  readonly positions: BarrierPositions;
}

const claimIntervalMs = 500;

interface SenderParts {
  readonly hardwareState?: HardwareState;
  /** For tests. */
  readonly transports?: HardwareTransports;
  readonly look?: NameLookup;
}

/** Creates the sender; nothing is sent before it is started. */
export function createCommandSender(
  services: Services,
  siteCache: SiteCache,
  { hardwareState = createHardwareState(services), transports, look = systemLookup }: SenderParts = {},
): CommandSender {
  const { registry, positions } = hardwareState;
  const { db, clock, log, live, secrets, metrics } = services;
  const connector: HardwareConnector = transports
    ? { locate: async (host) => ({ ok: true, address: host }), at: () => transports }
    : createHardwareConnector(
        async () => (await siteCache.now()).configs.deviceNetworks,
        look,
        undefined,
        () => holdsLease(),
      );
  const addressesOf = createHostAddresses(look);
  const routes = createRelayRoutes(siteCache, connector, addressesOf);
  const origins = createCommandOrigins(clock);
  const queues = createAddressQueues((error) => log.error({ error }, "a command failed unexpectedly"));
  metrics.readQueue("hardware", queues.length);
  const results = createCommandResults(services);
  let hasStarted = false;
  let holdsLease = () => true;
  const isLeading = () => hasStarted && holdsLease();
  const statusChecks = createStatusChecks({
    services,
    siteCache,
    queues,
    routes,
    registry,
    isLeading,
    onRelays: (relays, isClosed) => {
      for (const relay of relays) {
        const isRelayClosed = isClosed.get(relay.relayNumber);
        if (isRelayClosed !== undefined) lamps.observe(relay, isRelayClosed);
      }
    },
    onReturn: ({ kind, id, relays }) => {
      for (const relay of relays) {
        lamps.restore(relay);
        buzzers.restore(relay);
      }
      if (kind === "sign") signs.restore(Number(id));
    },
  });
  const onResult = statusChecks.addResult;
  const reconcilerParts = { services, siteCache, queues, routes, addressesOf, isLeading, onResult };
  const signs = createSigns(reconcilerParts);
  const lamps = createLamps(reconcilerParts);
  const moves = createBarrierMoves({ services, siteCache, positions, results });
  const buzzers = createRestingBuzzers(reconcilerParts);
  const onReleased = (release: Release) => (release.restsOn ? buzzers : lamps).released(release);
  const releases = createRelayReleases({ services, queues, routes, onReleased });

  function dispatch(commands: readonly StoredCommand[]): void {
    for (const command of commands) {
      const { payload } = command;
      const address = payload.address && `${payload.address.host}:${payload.address.port}`;
      queues.add(address ?? `none ${command.id}`, { run: () => send(command) });
    }
  }

  async function send(command: StoredCommand): Promise<void> {
    const before = whyNotSent(command);
    if (before !== undefined) return withdraw(command, "expired", before);
    const route = await routeOf(command);
    const { displays } = await siteCache.now();
    // Checked again, because the lookup or the database may have taken long.
    const after = whyNotSent(command);
    if (after !== undefined) return withdraw(command, "expired", after);
    if (!route.ok) return withdraw(command, route.outcome.outcome, route.outcome.detail);
    const sentMs = clock.monotonicMs();
    const { outcome, detail } = await drive(command, route.transports, displays);
    results.add(command, outcome, detail);
    if (command.kind === "open" && outcome === "accepted") moves.watch(command, sentMs);
    if (command.payload.way === "relay" && isReleasedByServer(command))
      releases.schedule(
        { ...toRelease(command), address: route.address },
        command.payload.pulseMs,
        command.offline === undefined,
      );
  }

  /** If another server is the leader by now, it has recorded this command as unanswered and drives the hardware alone. */
  const whyNotSent = (command: StoredCommand): string | undefined =>
    whyStale(command, clock) ??
    // Without a database, each process sends the commands of its own events.
    (isLeading() || command.offline ? undefined : "The server stopped controlling the devices before it was sent.");

  /** Only a barrier's own command switches its relay. */
  async function routeOf({ kind, targetId, payload, offline }: StoredCommand): Promise<Route> {
    const control = offline && ownCommand;
    if (payload.address === null)
      return { ok: false, outcome: { outcome: "unreachable", detail: "No address entered." } };
    if (payload.way !== "relay") return routes.to(payload.address.host, control);
    return kind === "open"
      ? routes.toBarrier(targetId, payload.address, control)
      : routes.toLampOrBuzzer(payload.address, control);
  }

  /** Ends a command that was not sent. */
  function withdraw(command: StoredCommand, state: CommandState, detail: string): void {
    results.add(command, state, detail);
    if (!isReleasedByServer(command)) return;
    releases
      .delete(toRelease(command))
      .catch((error) => log.warn({ error }, "could not delete a stored relay release"));
  }

  async function drive(
    command: StoredCommand,
    transports: HardwareTransports,
    displays: Site["displays"],
  ): Promise<HardwareResult> {
    const { kind, payload, targetId } = command;
    if (payload.address === null) throw new Error("a command without an address has no route");
    if (payload.way === "relay") {
      const driver = findDriver(relayDrivers, payload.driver);
      if (!driver) return noDriver(payload.driver);
      const { address, pulseMs, restsOn } = payload;
      const result = await (restsOn ? driver.release(address, transports) : driver.close(address, pulseMs, transports));
      // Even if it seems unreachable, the board may have received the command.
      const heldMs = result.outcome === "rejected" ? 0 : pulseMs;
      if (kind !== "open") lamps.hold(address, heldMs);
      if (restsOn) buzzers.hold(address, heldMs);
      statusChecks.addResult(boardOf(address), result);
      return result;
    }
    const driver = findDriver(signDrivers, payload.driver);
    if (!driver) return noDriver(payload.driver);
    const sign = withCommunity(payload.address, displays.get(targetId), secrets);
    if (!sign.ok) return sign.outcome;
    const { rows, seconds } = payload;
    const isExpired = () => whyNotSent(command) !== undefined;
    const shown = await driver.show(sign.address, rows, transports, { seconds, isExpired });
    signs.hold(targetId, shown.outcome === "accepted" ? payload.seconds * 1_000 : 0);
    statusChecks.addResult({ kind: "sign", id: String(targetId) }, shown);
    return shown;
  }

  /** Claims commands that other processes queued. */
  async function claim(): Promise<void> {
    const rows = await claimCommands<Omit<StoredCommand, "at" | "expiresAt"> & { at: string; expiresAt: string }>(db);
    const commands = rows.map((row) => ({
      ...row,
      at: new Date(row.at),
      expiresAt: new Date(row.expiresAt),
      origin: origins.find(row.id),
    }));
    await releases.save(
      commands.filter((command) => whyNotSent(command) === undefined && isReleasedByServer(command)).map(toRelease),
    );
    // Commands that are too old are claimed as well, and end as expired.
    dispatch(commands);
  }

  return {
    isLeading,
    origins,
    dispatch,
    startStatusChecks: statusChecks.start,
    release: (commands) => {
      for (const command of commands.filter(isReleasedByServer)) releases.schedule(toRelease(command), 0, false);
    },
    start: (holdsLeaseNow = () => true) => {
      let isStopped = false;
      holdsLease = holdsLeaseNow;
      const claiming = startJob("hardware commands", log, async () => {
        if (!hasStarted && holdsLease() && !isStopped) {
          await failAllUnanswered(services);
          await releases.resume();
          hasStarted = !isStopped;
        }
        if (isLeading()) await claim();
        return { waitMs: claimIntervalMs };
      });
      const unfollow = live.follow(channels.commands, (what) => {
        if (isLeading() && what === queuedCommands)
          claim().catch((error) => log.warn({ error }, "could not claim commands"));
      });
      const reconcilers = [signs.start(), lamps.start(), buzzers.start()];
      return {
        stop: async () => {
          isStopped = true;
          hasStarted = false;
          unfollow();
          await Promise.all([claiming, ...reconcilers].map((loop) => loop.stop()));
          releases.stop();
          await queues.settled();
          await results.settled();
          await moves.stop();
        },
      };
    },
  };
}

/** The state of the hardware in this process. */
export const createHardwareState = (services: Services): HardwareState => ({
  registry: createHardwareRegistry(services),
  positions: createBarrierPositions(services),
});

const noDriver = (name: string): HardwareResult => ({
  outcome: "unreachable",
  detail: `Unknown driver "${name}".`,
});
