import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";
import { errorReason, StartupError } from "../startup-error.ts";

/** Starts listening and returns the URL to show. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw toStartupError(error, "PORT", host, port);
  }
  const { port: boundPort } = app.server.address() as AddressInfo;
  const protocol = app.server instanceof TlsServer ? "https" : "http";
  return `${protocol}://${formatHost(host)}:${boundPort}`;
}

/** Starts listening on the port that redirects to TLS; returns the port. */
export async function listenPlainly(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw toStartupError(error, "HTTP_REDIRECT_PORT", host, port);
  }
  return (server.address() as AddressInfo).port;
}

const toStartupError = (error: unknown, name: PortName, host: string, port: number) =>
  new StartupError(
    listenErrors[codeOf(error)]?.(host, port, name) ?? `HOST: cannot listen on ${host} (${errorReason(error)}).`,
  );

type PortName = "PORT" | "HTTP_REDIRECT_PORT";

const listenErrors: Record<string, (host: string, port: number, name: PortName) => string> = {
  EADDRINUSE: (_host, port, name) =>
    `${name}: port ${port} is in use by another program; stop it or set ${name} to another port.`,
  EACCES: (_host, port, name) => `${name}: this user may not listen on port ${port}; set ${name} to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST: this machine does not have the address ${host}.`,
  ENOTFOUND: (host) => `HOST: the host name ${host} can't be resolved.`,
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";

function formatHost(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
