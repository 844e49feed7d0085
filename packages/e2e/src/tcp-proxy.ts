import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can stop forwarding while its connections stay open, like an unplugged network cable. */
export interface TcpProxy {
  address: string;
  interrupt(): void;
  restore(): void;
  stop(): Promise<void>;
}

export async function startTcpProxy(to: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let isInterrupted = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) {
      ends.add(end);
      end.on("error", () => {});
      end.once("close", () => {
        ends.delete(end);
        near.destroy();
        far.destroy();
      });
    }
    near.on("data", (chunk) => !isInterrupted && far.write(chunk));
    far.on("data", (chunk) => !isInterrupted && near.write(chunk));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    interrupt: () => {
      isInterrupted = true;
    },
    restore: () => {
      isInterrupted = false;
      // Bytes were lost, so the connections are unusable.
      for (const end of ends) end.destroy();
    },
    stop: async () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
