import type { RelayAddress } from "@gatehouse/drivers/relays/relay";
import type { Site } from "../ingest/site.ts";
import type { SiteActuator } from "../ingest/site-wiring.ts";

/** How a relay is told from others, however its board's address is written. */
export const relayKey = ({ host, port, relayNumber }: RelayAddress): string =>
  `${canonical(host)} ${port} ${relayNumber}`;

/** ENG-1: the barrier on a relay, which then opens by a decision or by a person, and by nothing else. */
export function barrierOn({ barriers }: Pick<Site, "barriers">, relay: RelayAddress): SiteActuator | undefined {
  const key = relayKey(relay);
  return [...barriers.values()].find(({ relay: { address } }) => address !== null && relayKey(address) === key);
}

/** `010.0.0.5` and `10.0.0.5`, `::0001` and `::1`, `Board` and `board` are the same. */
function canonical(host: string): string {
  const address = `http://${host.includes(":") ? `[${host}]` : host}/`;
  return URL.canParse(address) ? new URL(address).hostname : host.toLowerCase();
}
