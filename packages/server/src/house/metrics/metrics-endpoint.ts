import { hash, timingSafeEqual } from "node:crypto";
import { metricsPath } from "@gatehouse/contract/metrics";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readToken } from "../../platform/http/authorization.ts";
import { addressKey, callerAddress, isLoopback, isOnThisMachine } from "../../platform/http/caller-address.ts";
import { httpError } from "../../platform/http/http-error.ts";
import { isInside, parseNetworks } from "../../platform/networks.ts";
import { createSecretThrottle } from "../../platform/security/secret-throttle.ts";
import type { Services } from "../../platform/services.ts";

/** Who may read the metrics, besides callers on this machine. */
export interface MetricsReaders {
  /** The token of METRICS_TOKEN; null if it is not set. */
  readonly token: string | null;
  /** The value of the configuration metricsNetworks. */
  readonly loadNetworks: () => Promise<string>;
}

/** A scrape must not wait for a database that hangs. */
const networksTimeoutMs = 500;

/** Serves the metrics to monitors on this machine, in configured networks, or with the token. */
export function registerMetrics(
  app: FastifyInstance,
  { metrics, clock, log }: Pick<Services, "metrics" | "clock" | "log">,
  { token, loadNetworks }: MetricsReaders,
): void {
  const throttle = createSecretThrottle(clock);
  let networks = "";

  async function currentNetworks(): Promise<string> {
    const loading = loadNetworks().then((loaded) => {
      networks = loaded;
    });
    loading.catch((error: unknown) => log.debug({ error }, "could not load the networks of monitors"));
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, networksTimeoutMs);
    });
    await Promise.race([loading.catch(() => {}), timeout]);
    clearTimeout(timer);
    return networks;
  }

  async function check(request: FastifyRequest): Promise<void> {
    if (isOnThisMachine(request)) return;
    const stated = callerAddress(request);
    // A caller behind a proxy is not on this machine, whatever the proxy states.
    const isRemote = stated !== undefined && !isLoopback(stated);
    if (isRemote && isInside(parseNetworks(await currentNetworks()), stated)) return;
    const sent = readToken(request.headers.authorization);
    if (sent === undefined || token === null) throw httpError("metrics/not-allowed");
    const address = addressKey(request.ip);
    const throttled = throttle.errorFor(address);
    if (throttled) throw throttled;
    if (!isSame(sent, token)) throw throttle.fail(address, "metrics/not-allowed");
  }

  app.get(metricsPath, { config: { isProbe: true } }, async (request, reply) => {
    await check(request);
    return reply
      .type("text/plain; version=0.0.4; charset=utf-8")
      .header("cache-control", "no-store")
      .send(await metrics.expose());
  });
}

const digest = (token: string) => hash("sha256", token, "buffer");
const isSame = (sent: string, expected: string) => timingSafeEqual(digest(sent), digest(expected));
