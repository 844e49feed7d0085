import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to the server that can be pulled out: nothing comes through, and nobody is told. */
export interface Cable {
  address: string;
  pull(): void;
  plugIn(): void;
  stop(): Promise<void>;
}

/** Lays a cable to a server. */
export async function layCable(to: string): Promise<Cable> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let isPulled = false;
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
    near.on("data", (chunk) => !isPulled && far.write(chunk));
    far.on("data", (chunk) => !isPulled && near.write(chunk));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    pull: () => {
      isPulled = true;
    },
    plugIn: () => {
      isPulled = false;
      // What was lost on the way is never made up for: such connections are dead.
      for (const end of ends) end.destroy();
    },
    stop: async () => {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
