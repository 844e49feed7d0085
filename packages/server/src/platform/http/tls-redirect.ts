import { createServer, type Server } from "node:http";
import type { HttpLimits } from "./http-limits.ts";

/** A server for plain HTTP that only redirects to TLS. 308 keeps the method and the body. */
export function createTlsRedirect(tlsPort: number, limits: HttpLimits): Server {
  const server = createServer({ headersTimeout: limits.requestTimeoutMs, keepAlive: false }, (request, response) => {
    const target = toTlsUrl(request.headers.host, request.url, tlsPort);
    response.writeHead(target ? 308 : 400, {
      ...(target && { location: target }),
      "content-length": 0,
      connection: "close",
    });
    response.end();
  });
  server.maxConnections = limits.maxConnections;
  return server;
}

function toTlsUrl(host: string | undefined, path = "/", port: number): string | undefined {
  const stated = `http://${host}`;
  if (host === undefined || !URL.canParse(stated) || !path.startsWith("/")) return undefined;
  const { hostname } = new URL(stated);
  return `https://${hostname}${port === 443 ? "" : `:${port}`}${path}`;
}
