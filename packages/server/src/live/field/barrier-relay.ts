import { relayKey } from "@gatehouse/contract/fields/relay-place";
import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { Site } from "../ingest/site.ts";
import type { SiteActuator } from "../ingest/site-wiring.ts";

/** ENG-1: the barrier on a relay, which then opens by a decision or by a person, and by nothing else. */
export function barrierOn({ barriers }: Pick<Site, "barriers">, relay: RelayAddress): SiteActuator | undefined {
  const key = relayKey(relay);
  return [...barriers.values()].find(({ relay: { address } }) => address !== null && relayKey(address) === key);
}
