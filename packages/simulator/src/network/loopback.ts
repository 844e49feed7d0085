import type { AddressInfo, Server, Socket } from "node:net";

/** A server that takes connections. */
export interface Listening {
  readonly port: number;
  /** Drops whoever is connected. */
  hangUp(): void;
  close(): Promise<void>;
}

// Below the range from which systems hand out ports by themselves: nobody takes one while its device is unplugged.
const freePorts = { first: 20_000, last: 32_000 };
const mostTries = 50;

/** Lets a server listen on this machine only; 0 takes a free port, and a taken port is refused with a sentence. */
export async function listenOnLoopback(server: Server, wantedPort: number): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await (wantedPort === 0 ? listenAnywhere(server) : listenAt(server, wantedPort));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    hangUp,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        hangUp();
      }),
  };
}

async function listenAnywhere(server: Server): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const port = freePorts.first + Math.floor(Math.random() * (freePorts.last - freePorts.first));
    try {
      return await listenAt(server, port);
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
}

function listenAt(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${port} is taken by another program.`) : error);
    server.once("error", fail);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", fail);
      resolve();
    });
  });
}
