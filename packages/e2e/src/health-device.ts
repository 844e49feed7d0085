import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A device with a health endpoint, on a free port of this machine. */
export interface HealthDevice {
  ip: string;
  apiPort: number;
  /** Closes every connection without a response while it is set. */
  isDown: boolean;
  /** Number of requests so far. */
  requestCount(): number;
  stop(): Promise<void>;
}

export async function startHealthDevice({ isDown = false } = {}): Promise<HealthDevice> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    if (device.isDown) request.socket.destroy();
    else response.end('{"status":"ok"}');
  });
  const ip = "127.0.0.1";
  server.listen(0, ip);
  await once(server, "listening");
  const device: HealthDevice = {
    ip,
    apiPort: (server.address() as AddressInfo).port,
    isDown,
    requestCount: () => requests,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return device;
}
