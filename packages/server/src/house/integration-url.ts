import { isIP } from "node:net";
import type { ReadDb, Tx } from "../platform/database/database.ts";
import { httpError } from "../platform/http/http-error.ts";
import { isIntegrationAddress, parseIntegrationNetworks } from "../platform/integration-networks.ts";
import { loadRequiredConfigs } from "./required-config.store.ts";

/** Ends the message about a forbidden address. */
export const outsideIntegrationNetworks = "is outside the networks that integrations may reach (integrationNetworks).";

/** Rejects URLs with a forbidden IP address. Host names are resolved and checked on each request instead. */
export async function rejectForbiddenUrls(db: ReadDb | Tx, urls: Record<string, string>): Promise<void> {
  const allowed = parseIntegrationNetworks((await loadRequiredConfigs(db as ReadDb)).integrationNetworks);
  const errors = Object.entries(urls).flatMap(([path, url]) => {
    const address = literalAddress(url);
    if (address === undefined || isIntegrationAddress(allowed, address)) return [];
    return [{ path, message: `${address} ${outsideIntegrationNetworks}` }];
  });
  if (errors.length === 0) return;
  throw httpError("request/invalid", { message: errors.map(({ path, message }) => `${path}: ${message}`), errors });
}

/** The IP address in a URL; undefined for a host name. */
function literalAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, "$1");
  if (/^(.*\.)?localhost\.?$/.test(host)) return "127.0.0.1";
  return isIP(host) === 0 ? undefined : host;
}
