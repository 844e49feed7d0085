import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** A server that accepts connections. */
export interface Listener {
  readonly port: number;
  /** Destroys every open connection. */
  dropConnections(): void;
  close(): Promise<void>;
}

// Below the ephemeral range, so the operating system doesn't assign the port of an unplugged device to another program.
const portRange = { first: 20_000, last: 32_000 };
const maxAttempts = 50;

/** Listens on 127.0.0.1; port 0 picks a free port, a port in use is an error. */
export async function listenOnLoopback(server: Server, requestedPort: number): Promise<Listener> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await listenOnRequestedPort(requestedPort, (port) => listenOnPort(server, port));
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    dropConnections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        dropConnections();
      }),
  };
}

export async function findFreePort(first: number): Promise<number> {
  for (let port = first; ; port += 1) {
    const server = createServer();
    const isFree = await listenOnPort(server, port).then(
      () => true,
      () => false,
    );
    if (!isFree && port - first < maxAttempts) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/** Listens on a port; 0 picks a free one. */
export async function listenOnRequestedPort(
  requestedPort: number,
  listen: (port: number) => Promise<void>,
): Promise<void> {
  if (requestedPort !== 0) return listen(requestedPort);
  for (let attempt = 1; ; attempt += 1) {
    const port = portRange.first + Math.floor(Math.random() * (portRange.last - portRange.first));
    try {
      return await listen(port);
    } catch (error) {
      if (attempt === maxAttempts) throw error;
    }
  }
}

function listenOnPort(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(toListenError(error, port));
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** The error of a listener, in words if the port is in use. */
export const toListenError = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === "EADDRINUSE" ? new Error(`Port ${port} is in use by another program.`) : error;
