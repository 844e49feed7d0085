import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { errorReason, StartupError } from "../startup-error.ts";

/** Opens the port and gives the address to show to people. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new StartupError(
      sentences[codeOf(error)]?.(host, port) ?? `HOST: cannot listen on ${host} (${errorReason(error)}).`,
    );
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return `http://${shownHost(host)}:${taken}`;
}

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_host, port) =>
    `PORT: the port ${port} is taken by another program; stop it or set PORT to another one.`,
  EACCES: (_host, port) => `PORT: this user may not open the port ${port}; set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST: this machine does not have the address ${host}.`,
  ENOTFOUND: (host) => `HOST: the name ${host} is not known.`,
};

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? "";

function shownHost(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
