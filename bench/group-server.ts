import { once } from "node:events";
import { createServer } from "node:http";

/** A plate that a device pushed. */
export interface PushedPlate {
  readonly deviceId: number;
  readonly id: string;
  readonly plate: string;
}

/** A server that does nothing but store what devices push. */
export interface GroupServer {
  readonly address: string;
  close(): void;
}

interface Waiting extends PushedPlate {
  readonly answer: (isStored: boolean) => void;
}

/** Starts node:http. Pushes that arrive while groups are stored form the next group. */
export async function startGroupServer(
  storeGroup: (group: readonly PushedPlate[]) => Promise<void>,
  maxConcurrentGroups: number,
): Promise<GroupServer> {
  const waiting: Waiting[] = [];
  const running = new Set<readonly Waiting[]>();

  function startGroups(): void {
    while (running.size < maxConcurrentGroups && waiting.length > 0) {
      const inProgress = [...running].reduce((sum, { length }) => sum + length, 0);
      const group = waiting.splice(0, Math.ceil((waiting.length + inProgress) / maxConcurrentGroups));
      running.add(group);
      void answerGroup(group);
    }
  }

  async function answerGroup(group: readonly Waiting[]): Promise<void> {
    const isStored = await storeGroup(group).then(
      () => true,
      () => false,
    );
    for (const { answer } of group) answer(isStored);
    running.delete(group);
    startGroups();
  }

  const server = createServer((request, response) => {
    const deviceId = Number(request.url?.split("/").at(-1));
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { id, plate } = JSON.parse(body) as { id: string; plate: string };
      const answer = (isStored: boolean) => {
        response.writeHead(isStored ? 200 : 500, { "content-type": "application/json" });
        response.end('{"accepted":1}');
      };
      waiting.push({ deviceId, id, plate, answer });
      startGroups();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${port}`, close };
}
