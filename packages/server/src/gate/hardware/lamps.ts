import { type DisplayScope, followsVariable, isLampLit } from "@gatehouse/contract/entities/display/display";
import { relayKey } from "@gatehouse/contract/fields/relay-address";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { BackgroundJob } from "../../platform/background-job.ts";
import { isActive } from "../site/active-display.ts";
import type { Site } from "../site-cache.ts";
import type { SiteActuator, SiteDisplay } from "../site-wiring.ts";
import { findBarrierOn } from "./barrier-relay.ts";
import { createReconciler, currentValues, type DesiredState, type ReconcilerParts } from "./reconciler.ts";
import { boardOf } from "./status-checks.ts";

/** Switches lamps that follow variables. */
export interface Lamps {
  /** A command switches the relay for this time; afterwards it follows its variable again. */
  hold(relay: RelayAddress, ms: number): void;
  /** The server released the relay: a lamp that should be lit is switched on again. */
  released(relay: RelayAddress): void;
  /** The state of a relay as its board reports it. */
  observe(relay: RelayAddress, isClosed: boolean): void;
  /** The board of the relay was offline: it may have lost the state. */
  restore(relay: RelayAddress): void;
  start(): BackgroundJob;
}

type Indicator = Extract<SiteDisplay, { type: "binary" }>;

interface LampRelay {
  readonly driver: string;
  readonly address: RelayAddress;
}

interface DrivenRelay extends LampRelay {
  readonly isLit: boolean;
}

/** A board may end its own pulse slightly later than the server expects. */
const slackMs = 300;

/** Lamps follow the values of their variables. */
export function createLamps(parts: ReconcilerParts): Lamps {
  const { db, log } = parts.services;
  /** Relays that this server closed, including those of lamps deleted or moved since. */
  const lit = new Map<string, LampRelay>();
  const rejected = new Set<number>();

  const reconciler = createReconciler("lamps", parts, async (site) => {
    const indicators = indicatorsOf(site);
    const candidates = indicators.filter((indicator) => isActive(site, indicator));
    const barriers = await Promise.all(candidates.map((indicator) => barrierOf(site, indicator)));
    const active = candidates.filter((indicator, index) => isAllowed(indicator, barriers[index]));
    const ids = active.map(({ variableId }) => variableId).filter((id) => id !== null);
    const driven = drivenBy(active, await currentValues(db, ids));
    // Lamps of an inactive module stay as they are.
    const inactive = new Set(indicators.filter((indicator) => !isActive(site, indicator)).flatMap(keysOf));
    const abandoned = [...lit].filter(([key]) => !driven.has(key) && !inactive.has(key));
    const off = abandoned.map(([key, relay]) => [key, { ...relay, isLit: false }] as const);
    return [...driven, ...off].flatMap(([key, relay]) => toDesired(key, relay));
  });

  const barrierOf = async (site: Site, { relay: { address } }: Indicator) =>
    address ? findBarrierOn(site, address, parts.addressesOf) : undefined;

  /** A lamp never switches a barrier's relay, even if it was stored with that relay. */
  function isAllowed({ id, name }: Indicator, barrier: SiteActuator | undefined): boolean {
    if (!barrier) {
      rejected.delete(id);
      return true;
    }
    if (!rejected.has(id))
      log.warn({ indicator: name, barrier: barrier.name }, "an indicator has a barrier's relay and is not driven");
    rejected.add(id);
    return false;
  }

  function toDesired(key: string, { driver, address, isLit }: DrivenRelay): DesiredState[] {
    const drive = findDriver(relayDrivers, driver);
    if (!drive) return [];
    const write = async () => {
      // Switching off is always safe, and releases a relay that was closed before a barrier was entered there.
      const route = await (isLit ? parts.routes.toLampOrBuzzer(address) : parts.routes.to(address.host));
      if (!route.ok) return route.outcome;
      if (isLit) lit.set(key, { driver, address });
      const result = await (isLit ? drive.hold(address, route.transports) : drive.release(address, route.transports));
      parts.onResult(boardOf(address), result);
      if (!isLit && result.outcome === "accepted") lit.delete(key);
      return result;
    };
    return [{ key, ...address, state: `${driver} ${stateWord(isLit)}`, write }];
  }

  return {
    hold: (relay, ms) => reconciler.hold(relayKey(relay), ms + slackMs),
    released: (relay) => reconciler.forget(relayKey(relay)),
    observe: (relay, isClosed) =>
      reconciler.observe(relayKey(relay), (state) => state.endsWith(` ${stateWord(isClosed)}`)),
    restore: (relay) => reconciler.restore(relayKey(relay)),
    start: () => {
      const running = reconciler.start();
      return {
        stop: async () => {
          await running.stop();
          lit.clear();
          rejected.clear();
        },
      };
    },
  };
}

const stateWord = (isLit: boolean) => (isLit ? "lit" : "off");

const indicatorsOf = ({ displays }: Site): Indicator[] =>
  [...displays.values()].filter(
    (display): display is Indicator => display.type === "binary" && followsVariable(display.scope as DisplayScope),
  );

const keysOf = ({ relay: { address } }: Indicator): string[] => (address ? [relayKey(address)] : []);

/** Desired state of each relay; a shared relay is on while at least one of its lamps is lit. */
function drivenBy(
  indicators: readonly Indicator[],
  currentOf: (variableId: number) => number | undefined,
): Map<string, DrivenRelay> {
  const driven = new Map<string, DrivenRelay>();
  for (const { relay, variableId } of indicators) {
    const { driver, address } = relay;
    if (!address) continue;
    const key = relayKey(address);
    const isLit = isLampLit(variableId ?? 0, currentOf) || driven.get(key)?.isLit === true;
    driven.set(key, { driver, address, isLit });
  }
  return driven;
}
