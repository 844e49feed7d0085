import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { relayOfBarrier } from "@gatehouse/contract/fields/relay-address";
import { type HardwareTransports, noReply } from "@gatehouse/drivers/hardware-transport";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { HostAddresses } from "../outbound/host-addresses.ts";
import type { SiteCache } from "../site/site-cache.ts";
import { findBarrierOn } from "./barrier-relay.ts";
import type { HardwareConnector } from "./transports.ts";

/** A resolved way to one host: what was checked is what is connected to. */
export type Route =
  | { readonly ok: true; readonly address: string; readonly transports: HardwareTransports }
  | { readonly ok: false; readonly outcome: HardwareResult };

/** Resolves the host of a relay or sign once per exchange. */
export interface RelayRoutes {
  /** For signs, and for relays that are switched by their own barrier's command. */
  to(host: string): Promise<Route>;
  /** For buzzers and lamps: rejected if the resolved address is a barrier's relay. */
  besideBarriers(relay: RelayAddress): Promise<Route>;
}

/** SAFE-6: checks each relay again right before it is switched, because names may resolve differently by then. */
export function createRelayRoutes(
  facts: SiteCache,
  connector: HardwareConnector,
  addressesOf: HostAddresses,
): RelayRoutes {
  async function to(host: string): Promise<Route> {
    const place = await connector.locate(host);
    if (!place.ok) return { ok: false, outcome: noReply(place) };
    return { ok: true, address: place.address, transports: connector.at(place.address) };
  }

  return {
    to,
    besideBarriers: async (relay) => {
      const route = await to(relay.host);
      if (!route.ok) return route;
      const barrier = await findBarrierOn(await facts.now(), relay, addressesOf, route.address);
      return barrier ? { ok: false, outcome: { outcome: "rejected", detail: relayOfBarrier(barrier.name) } } : route;
    },
  };
}
