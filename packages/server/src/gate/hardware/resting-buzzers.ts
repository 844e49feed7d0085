import { relayKey } from "@gatehouse/contract/fields/relay-address";
import { findDriver } from "@gatehouse/drivers/find-driver";
import { relayDrivers } from "@gatehouse/drivers/relays/registry";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { BackgroundJob } from "../../platform/background-job.ts";
import type { Site } from "../site-cache.ts";
import type { SiteActuator } from "../site-wiring.ts";
import { createReconciler, type DesiredState, type ReconcilerParts } from "./reconciler.ts";

/** Keeps the relays of buzzers on whose resting state is on. */
export interface RestingBuzzers {
  /** A command sounds the buzzer for this time. */
  hold(relay: RelayAddress, ms: number): void;
  /** The server ended the pulse of this relay. */
  released(relay: RelayAddress): void;
  /** The board of the relay was offline: it may have lost the state. */
  restore(relay: RelayAddress): void;
  start(): BackgroundJob;
}

interface BuzzerRelay {
  readonly driver: string;
  readonly address: RelayAddress;
}

/**
 * A buzzer whose resting state is on is silent while its relay is on. The relay is switched on at the start and
 * after every change, and off when the buzzer is deleted or its resting state becomes off.
 */
export function createRestingBuzzers(parts: ReconcilerParts): RestingBuzzers {
  /** Relays that this server switched on, including those of buzzers deleted or changed since. */
  const on = new Map<string, BuzzerRelay>();

  const reconciler = createReconciler("buzzers", parts, async (site) => {
    // Buzzers of inactive modules stay as they are.
    if (!isActive(site)) return [];
    const resting = new Map([...site.buzzers.values()].flatMap(toResting));
    const abandoned = [...on].filter(([key]) => !resting.has(key));
    return [
      ...[...resting].flatMap(([key, relay]) => toDesired(key, relay, true)),
      ...abandoned.flatMap(([key, relay]) => toDesired(key, relay, false)),
    ];
  });

  function toDesired(key: string, { driver, address }: BuzzerRelay, isOn: boolean): DesiredState[] {
    const drive = findDriver(relayDrivers, driver);
    if (!drive) return [];
    const write = async () => {
      const route = await (isOn ? parts.routes.toLampOrBuzzer(address) : parts.routes.to(address.host));
      if (!route.ok) return route.outcome;
      if (isOn) on.set(key, { driver, address });
      const result = await (isOn ? drive.hold(address, route.transports) : drive.release(address, route.transports));
      if (!isOn && result.outcome === "accepted") on.delete(key);
      return result;
    };
    return [{ key, host: address.host, port: address.port, state: `${driver} ${isOn ? "on" : "off"}`, write }];
  }

  return {
    hold: (relay, ms) => reconciler.hold(relayKey(relay), ms),
    released: (relay) => reconciler.forget(relayKey(relay)),
    restore: (relay) => reconciler.restore(relayKey(relay)),
    start: () => {
      const running = reconciler.start();
      return {
        stop: async () => {
          await running.stop();
          on.clear();
        },
      };
    },
  };
}

const isActive = ({ modules }: Pick<Site, "modules">) => modules.ANPR_ACCESS_CONTROL || modules.RFID_ACCESS_CONTROL;

const toResting = ({ relay: { driver, address }, restsOn }: SiteActuator): (readonly [string, BuzzerRelay])[] =>
  restsOn && address ? [[relayKey(address), { driver, address }]] : [];
