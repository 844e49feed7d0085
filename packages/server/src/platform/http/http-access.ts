import type { TlsFiles } from "./tls-files.ts";

/** How the server is reached, and by whom. */
export interface HttpAccess {
  /** Networks of reverse proxies on other machines, whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** Null without built-in TLS. */
  readonly tls: TlsFiles | null;
  /** The token of monitoring systems; null if there is none. */
  readonly metricsToken: string | null;
}

export const defaultHttpAccess: HttpAccess = { trustedProxies: [], tls: null, metricsToken: null };
