import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";

/** A device with its push secret. */
interface PushingDevice {
  readonly id: number;
  readonly secret: string;
}

/** The persistent connection of a device. */
export interface PushConnection {
  /** Pushes a plate and returns the status of the response. */
  push(plate: string): Promise<number>;
  close(): void;
}

/**
 * Opens the connection of a device; it is opened again if the server has closed it in a pause. It writes raw HTTP to use
 * little CPU.
 */
export async function openPushConnection(address: string, { id, secret }: PushingDevice): Promise<PushConnection> {
  const { host, hostname, port } = new URL(address);
  const head = `POST /api/ingest/${id} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-gatehouse-secret: ${secret}\r\ncontent-length: `;
  let onResponse = (_status: number) => {};
  const open = async () => {
    const opened = connect(Number(port), hostname).setNoDelay();
    // The response is small enough to arrive in one chunk.
    opened.setEncoding("latin1").on("data", (response: string) => onResponse(Number(response.slice(9, 12))));
    opened.on("error", () => {}).on("close", () => onResponse(0));
    await Promise.race([once(opened, "connect"), once(opened, "close")]);
    return opened;
  };
  let socket = await open();
  return {
    push: async (plate) => {
      if (socket.destroyed) socket = await open();
      if (socket.destroyed) return 0;
      const body = JSON.stringify({ type: "plate", id: randomUUID(), plate });
      return new Promise((resolve) => {
        onResponse = resolve;
        socket.write(`${head}${body.length}\r\n\r\n${body}`);
      });
    },
    close: () => socket.destroy(),
  };
}
