import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";
import type { FastifyInstance } from "fastify";

/** The path under which requests from other ports are routed; a caller of the server's own port can't reach it. */
export const sidePortPath = "/side-ports";

const ports = new WeakMap<object, number>();

/** Lets the server handle a connection that was accepted on another port, with the same limits as its own. */
export function handOver(app: FastifyInstance, socket: Socket, port: number): void {
  ports.set(socket, port);
  app.server.emit(connectionEvent(app), socket);
}

/** The event with which a connection reaches the HTTP parser: with TLS, after the handshake. */
export const connectionEvent = ({ server }: FastifyInstance): "connection" | "secureConnection" =>
  server instanceof TlsServer ? "secureConnection" : "connection";

/** The other port that a connection was accepted on; undefined for the server's own port. */
export const sidePortOf = (socket: object): number | undefined => ports.get(socket);

/** Moves requests from other ports below their own path, so that they reach nothing else. */
export function rewriteSidePortUrl({ url = "/", socket }: IncomingMessage): string {
  const port = sidePortOf(socket);
  return port === undefined ? url : `${sidePortPath}/${port}${url.startsWith("/") ? url : "/"}`;
}
