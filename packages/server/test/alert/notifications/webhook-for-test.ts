import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedHook {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A system with a webhook on this machine. */
export interface TestHook {
  readonly url: string;
  readonly received: ReceivedHook[];
  /** The status of the next responses. */
  status: number;
  stop(): Promise<void>;
}

/** Starts a system that records what it receives. */
export async function startHook(): Promise<TestHook> {
  const received: ReceivedHook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, text: Buffer.concat(chunks).toString("utf8") });
      response.writeHead(hook.status).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const hook: TestHook = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    status: 204,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return hook;
}
