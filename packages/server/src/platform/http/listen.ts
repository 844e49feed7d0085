import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorReason, StartupError } from "../startup-error.ts";

/** Starts listening and returns the URL to show. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new StartupError(
      listenErrors[codeOf(error)]?.(host, port) ?? `HOST: cannot listen on ${host} (${errorReason(error)}).`,
    );
  }
  const { port: boundPort } = app.server.address() as AddressInfo;
  return `http://${formatHost(host)}:${boundPort}`;
}

const listenErrors: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) => `PORT: port ${port} is in use by another program; stop it or set PORT to another port.`,
  EACCES: (_host, port) => `PORT: this user may not listen on port ${port}; set PORT to a port above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST: this machine does not have the address ${host}.`,
  ENOTFOUND: (host) => `HOST: the host name ${host} can't be resolved.`,
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";

function formatHost(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
