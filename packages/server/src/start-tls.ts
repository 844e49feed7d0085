import type { AddressInfo } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { startTlsAlerts } from "./alert/alerts/tls-alerts.ts";
import { listenPlainly } from "./platform/http/listen.ts";
import { readCertificate } from "./platform/http/tls-files.ts";
import { createTlsRedirect } from "./platform/http/tls-redirect.ts";
import { startTlsReload } from "./platform/http/tls-reload.ts";
import type { Services } from "./platform/services.ts";
import type { Settings } from "./platform/settings.ts";
import { type Shutdown, withTimeout } from "./platform/shutdown.ts";

/** Replaces the certificate when its files change, warns about it, and redirects plain HTTP. */
export async function startTls(
  services: Services,
  { server }: FastifyInstance,
  { httpAccess: { tls: files }, httpLimits, httpRedirectPort, host }: Settings,
  shutdown: Shutdown,
): Promise<void> {
  if (!files || !(server instanceof TlsServer)) return;
  const { clock, log, metrics } = services;
  const reload = startTlsReload(server, readCertificate(files, clock.now()), { files, clock, log });
  shutdown.add(async () => reload.stop());
  const expiry = () => reload.current().expiresAt.getTime() / 1_000;
  metrics.read("gatehouse_tls_certificate_expiry_timestamp_seconds", expiry);
  const alerts = startTlsAlerts(services, reload);
  shutdown.add(withTimeout(() => alerts.stop()));
  if (httpRedirectPort === null) return;
  const { port } = server.address() as AddressInfo;
  const redirect = createTlsRedirect(port, httpLimits);
  const boundPort = await listenPlainly(redirect, host, httpRedirectPort);
  shutdown.add(withTimeout(async () => redirect.close()));
  console.log(`Port ${boundPort} redirects to https`);
}
