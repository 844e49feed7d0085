import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that takes connections. */
export interface Listening {
  readonly port: number;
  /** Drops whoever is connected. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Lets a server listen on this machine only; a taken port is refused with a sentence. */
export async function listenOnLoopback(server: Server, wantedPort: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${wantedPort} is taken by another program.`) : error),
    );
    server.listen(wantedPort, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hangUp: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
