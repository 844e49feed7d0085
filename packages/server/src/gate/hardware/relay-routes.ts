import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { relayOfBarrier } from "@gatehouse/contract/fields/relay-address";
import { type HardwareTransports, noReply } from "@gatehouse/drivers/hardware-transport";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { HostAddresses } from "../../alert/host-addresses.ts";
import type { Site, SiteCache } from "../site-cache.ts";
import { findBarrierOn } from "./barrier-relay.ts";
import type { ExchangeControl, HardwareConnector } from "./transports.ts";

/** A resolved route to a host: connections use the address that was checked. */
export type Route =
  | { readonly ok: true; readonly address: string; readonly transports: HardwareTransports }
  | { readonly ok: false; readonly outcome: HardwareResult };

/** Resolves the host of a relay or sign once per exchange, and checks that the relay may be switched. */
export interface RelayRoutes {
  /** For signs and checks, and to release relays. */
  to(host: string, control?: ExchangeControl): Promise<Route>;
  /** For barriers: rejected if the barrier has no assigned relay and the address is another barrier's relay. */
  toBarrier(barrierId: number, relay: RelayAddress, control?: ExchangeControl): Promise<Route>;
  /** For buzzers and lamps: rejected if the resolved address is a barrier's relay. */
  toLampOrBuzzer(relay: RelayAddress, control?: ExchangeControl): Promise<Route>;
}

/** Checks each relay right before it is switched, because host names may resolve differently by then. */
export function createRelayRoutes(
  siteCache: SiteCache,
  connector: HardwareConnector,
  addressesOf: HostAddresses,
): RelayRoutes {
  async function to(host: string, control?: ExchangeControl): Promise<Route> {
    const located = await connector.locate(host);
    if (!located.ok) return { ok: false, outcome: noReply(located) };
    return { ok: true, address: located.address, transports: connector.at(located.address, control) };
  }

  async function rejectIfUsed(site: Pick<Site, "barriers">, relay: RelayAddress, route: Route): Promise<Route> {
    if (!route.ok) return route;
    const barrier = await findBarrierOn(site, relay, addressesOf, route.address);
    return barrier ? { ok: false, outcome: { outcome: "rejected", detail: relayOfBarrier(barrier.name) } } : route;
  }

  return {
    to,
    toBarrier: async (barrierId, relay, control) => {
      const route = await to(relay.host, control);
      const { barriers } = await siteCache.now();
      if (barriers.get(barrierId)?.hasAssignedRelay !== false) return route;
      const assigned = new Map([...barriers].filter(([, { hasAssignedRelay }]) => hasAssignedRelay));
      return rejectIfUsed({ barriers: assigned }, relay, route);
    },
    toLampOrBuzzer: async (relay, control) => rejectIfUsed(await siteCache.now(), relay, await to(relay.host, control)),
  };
}
