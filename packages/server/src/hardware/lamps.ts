import type { DisplayScope } from "@gatehouse/contract/entities/display/display-scope";
import { followsVariable, isLampLit } from "@gatehouse/contract/entities/display/lamp";
import { relayKey } from "@gatehouse/contract/fields/relay-address";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { BackgroundJob } from "../platform/background-job.ts";
import type { Site } from "../site/site-cache.ts";
import type { SiteActuator, SiteDisplay } from "../site/site-wiring.ts";
import { isActive } from "./active-display.ts";
import { findBarrierOn } from "./barrier-relay.ts";
import { createReconciler, currentValues, type ReconcilerParts, type Wanted } from "./reconciler.ts";

/** Keeps the lamps that follow variables lit or off. */
export interface Lamps {
  /** A command switches the relay for a while; afterwards it is as its variable says. */
  hold(relay: RelayAddress, ms: number): void;
  /** The relay was opened by us: a lamp that is to be lit is lit again. */
  released(relay: RelayAddress): void;
  start(): BackgroundJob;
}

type Indicator = Extract<SiteDisplay, { type: "binary" }>;

interface LampRelay {
  readonly driver: string;
  readonly address: RelayAddress;
}

interface Driven extends LampRelay {
  readonly isLit: boolean;
}

/** A board may end its own pulse a little later than we count it. */
const slackMs = 300;

/** VAR-8: lamps change with the values they follow. */
export function createLamps(parts: ReconcilerParts): Lamps {
  const { db, log } = parts.services;
  /** What is closed because of us, also after its lamp is deleted or moved to another relay. */
  const lit = new Map<string, LampRelay>();
  const refused = new Set<number>();

  const upkeep = createReconciler("lamps", parts, async (site) => {
    const indicators = indicatorsOf(site);
    const candidates = indicators.filter((indicator) => isActive(site, indicator));
    const barriers = await Promise.all(candidates.map((indicator) => barrierOf(site, indicator)));
    const active = candidates.filter((indicator, place) => isAllowed(indicator, barriers[place]));
    const ids = active.flatMap(({ variableId }) => variableId ?? []);
    const driven = drivenBy(active, await currentValues(db, ids));
    // MOD-3: what an inactive module lit stays as it is.
    const spared = new Set(indicators.filter((one) => !isActive(site, one)).flatMap(keysOf));
    const left = [...lit].filter(([key]) => !driven.has(key) && !spared.has(key));
    const off = left.map(([key, relay]) => [key, { ...relay, isLit: false }] as const);
    return [...driven, ...off].flatMap(([key, one]) => wanted(key, one));
  });

  const barrierOf = async (site: Site, { relay: { address } }: Indicator) =>
    address ? findBarrierOn(site, address, parts.addressesOf) : undefined;

  /** ENG-1: nothing but a decision or a person opens a gate, also where somebody entered its relay for a lamp. */
  function isAllowed({ id, name }: Indicator, barrier: SiteActuator | undefined): boolean {
    if (!barrier) {
      refused.delete(id);
      return true;
    }
    if (!refused.has(id))
      log.warn({ indicator: name, barrier: barrier.name }, "an indicator has a barrier's relay and is not driven");
    refused.add(id);
    return false;
  }

  function wanted(key: string, { driver, address, isLit }: Driven): Wanted[] {
    const drive = findDriver(relayDrivers, driver);
    if (!drive) return [];
    const write = async () => {
      // Switching off is always safe, and ends what was lit before a barrier was entered there.
      const route = await (isLit ? parts.routes.besideBarriers(address) : parts.routes.to(address.host));
      if (!route.ok) return route.outcome;
      if (isLit) lit.set(key, { driver, address });
      const ended = await (isLit ? drive.hold(address, route.transports) : drive.release(address, route.transports));
      if (!isLit && ended.outcome === "accepted") lit.delete(key);
      return ended;
    };
    return [{ key, ...address, state: `${driver} ${isLit ? "lit" : "off"}`, write }];
  }

  return {
    hold: (relay, ms) => upkeep.hold(relayKey(relay), ms + slackMs),
    released: (relay) => upkeep.forget(relayKey(relay)),
    start: () => {
      const running = upkeep.start();
      return {
        stop: async () => {
          await running.stop();
          lit.clear();
          refused.clear();
        },
      };
    },
  };
}

const indicatorsOf = ({ displays }: Site): Indicator[] =>
  [...displays.values()].filter(
    (display): display is Indicator => display.type === "binary" && followsVariable(display.scope as DisplayScope),
  );

const keysOf = ({ relay: { address } }: Indicator): string[] => (address ? [relayKey(address)] : []);

/** Relays and whether they are lit; one that several lamps share is, as long as one of them is. */
function drivenBy(
  indicators: readonly Indicator[],
  currentOf: (variableId: number) => number | undefined,
): Map<string, Driven> {
  const driven = new Map<string, Driven>();
  for (const { relay, variableId } of indicators) {
    const { driver, address } = relay;
    if (!address) continue;
    const key = relayKey(address);
    const isLit = isLampLit(variableId ?? 0, currentOf) || driven.get(key)?.isLit === true;
    driven.set(key, { driver, address, isLit });
  }
  return driven;
}
