import { isIP } from "node:net";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { refuse } from "../platform/http/refusal.ts";
import { isIntegrationAddress, parseIntegrationNetworks } from "../platform/integration-networks.ts";
import { loadRequiredConfigs } from "./required-config.store.ts";

/** SAFE-8: what is said of an address that integrations may not reach. */
export const outsideIntegrationNetworks = "is outside the networks that integrations may reach (integrationNetworks).";

/** Refuses URLs that name a forbidden address; a name is resolved and checked at each call. */
export async function refuseForbiddenUrls(db: ReadDb | Tx, urls: Record<string, string>): Promise<void> {
  const allowed = parseIntegrationNetworks((await loadRequiredConfigs(db as ReadDb)).integrationNetworks);
  const errors = Object.entries(urls).flatMap(([path, url]) => {
    const address = literalAddress(url);
    if (address === undefined || isIntegrationAddress(allowed, address)) return [];
    return [{ path, message: `${address} ${outsideIntegrationNetworks}` }];
  });
  if (errors.length === 0) return;
  throw refuse("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** The address in a URL, in whichever spelling the URL has it; undefined for a name. */
function literalAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  if (/^(.*\.)?localhost\.?$/.test(host)) return "127.0.0.1";
  return isIP(host) === 0 ? undefined : host;
}
