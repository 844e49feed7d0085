import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { plainAddress } from "./caller-address.ts";
import type { HttpLimits } from "./http-limits.ts";
import { sendRawError } from "./raw-response.ts";

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  group: Group;
  isTrusted: boolean;
  /** The request in progress. */
  current: { readonly request: IncomingMessage; readonly response: ServerResponse } | undefined;
}

/** Connections that share a limit. */
interface Group {
  readonly name: string;
  readonly untrusted: Set<Connection>;
  readonly trusted: Set<Connection>;
}

/** Limits open connections, for each address and in total. */
export interface Connections {
  /** Counts a new connection. At the limit it replaces the oldest one that has not authenticated. */
  accept(socket: Socket): void;
  /** Marks a connection whose caller has authenticated: it is never closed to make room for another. */
  trust(socket: Socket): void;
  /** Exempts a trusted proxy's connection from the limit per address; trust then lasts for one request only. */
  markForwarded(socket: Socket): void;
  /** Records a request: connections that wait for a response are closed after those that are idle or still sending. */
  beginRequest(request: IncomingMessage, response: ServerResponse): void;
}

type Limits = Pick<HttpLimits, "maxConnections" | "maxConnectionsPerAddress">;

const proxyGroup = "proxy";

/** Closes the oldest unauthenticated connection, so that a device behind an attacker's address can still connect. */
export function createConnections(limits: Limits, isTrustedAddress: (address: string) => boolean): Connections {
  const connections = new Map<Socket, Connection>();
  const groups = new Map<string, Group>();

  function groupNamed(name: string): Group {
    const group = groups.get(name) ?? { name, untrusted: new Set(), trusted: new Set() };
    groups.set(name, group);
    return group;
  }

  function leaveGroup(connection: Connection): void {
    const { group } = connection;
    group.untrusted.delete(connection);
    group.trusted.delete(connection);
    if (group.untrusted.size + group.trusted.size === 0) groups.delete(group.name);
  }

  function joinGroup(connection: Connection, group: Group, isTrusted: boolean): void {
    connection.group = group;
    connection.isTrusted = isTrusted;
    (isTrusted ? group.trusted : group.untrusted).add(connection);
  }

  function moveTo(connection: Connection, groupName: string, isTrusted: boolean): void {
    leaveGroup(connection);
    joinGroup(connection, groupNamed(groupName), isTrusted);
  }

  /** The connection to close for a new one: from the address with most connections, from a trusted address last. */
  function replaceable(address: string): Connection | undefined {
    const candidates = [...groups.values()].filter(({ untrusted }) => untrusted.size > 0);
    const untrusted = candidates.filter(({ name }) => !isTrustedAddress(name));
    const eligible = untrusted.length > 0 || !isTrustedAddress(address) ? untrusted : candidates;
    let busiest: Group | undefined;
    for (const group of eligible) if (group.untrusted.size > (busiest?.untrusted.size ?? 0)) busiest = group;
    return busiest && oldestUntrusted(busiest);
  }

  function remove(connection: Connection): void {
    connections.delete(connection.socket);
    leaveGroup(connection);
  }

  function close(connection: Connection, code: "request/too-many" | "server/busy"): void {
    remove(connection);
    if (connection.current?.response.headersSent) connection.socket.destroy();
    else sendRawError(connection.socket, code);
  }

  return {
    accept: (socket) => {
      const address = plainAddress(socket.remoteAddress);
      const own = groups.get(address);
      if (own && own.untrusted.size + own.trusted.size >= limits.maxConnectionsPerAddress) {
        const oldest = oldestUntrusted(own);
        if (!oldest) return sendRawError(socket, "request/too-many");
        close(oldest, "request/too-many");
      }
      if (connections.size >= limits.maxConnections) {
        const oldest = replaceable(address);
        if (!oldest) return sendRawError(socket, "server/busy");
        close(oldest, "server/busy");
      }
      const group = groupNamed(address);
      const connection: Connection = { socket, address, group, isTrusted: false, current: undefined };
      joinGroup(connection, group, false);
      connections.set(socket, connection);
      socket.once("close", () => connections.has(socket) && remove(connection));
    },
    trust: (socket) => {
      const connection = connections.get(socket);
      if (connection && !connection.isTrusted) moveTo(connection, connection.group.name, true);
    },
    markForwarded: (socket) => {
      const connection = connections.get(socket);
      if (connection) moveTo(connection, proxyGroup, false);
    },
    beginRequest: (request, response) => {
      const connection = connections.get(request.socket);
      if (!connection) return;
      const current = { request, response };
      connection.current = current;
      response.once("close", () => {
        if (connection.current === current) connection.current = undefined;
      });
    },
  };
}

/** Prefers a connection that is idle or still sending its request to one that waits for a response. */
function oldestUntrusted({ untrusted }: Group): Connection | undefined {
  let oldest: Connection | undefined;
  for (const connection of untrusted) {
    oldest ??= connection;
    if (!connection.current?.request.complete) return connection;
  }
  return oldest;
}
