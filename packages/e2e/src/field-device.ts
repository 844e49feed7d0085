import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A device in the field that answers whoever asks how it is. */
export interface FieldDevice {
  ip: string;
  apiPort: number;
  /** How often it was asked. */
  asked(): number;
  stop(): Promise<void>;
}

/** Starts a device on a port: any free one, or the one it had before. */
export async function startDevice(port = 0): Promise<FieldDevice> {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('{"status":"ok"}');
  });
  const ip = "127.0.0.1";
  server.listen(port, ip);
  await once(server, "listening");
  return {
    ip,
    apiPort: (server.address() as AddressInfo).port,
    asked: () => asked,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
