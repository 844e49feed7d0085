import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection that sends raw HTTP. */
export interface RawClient {
  readonly socket: Socket;
  send(text: string): void;
  /** Sends single bytes at this interval until the connection ends. */
  trickle(everyMs: number): void;
  /** The whole response, once the connection is closed. */
  readonly closed: Promise<string>;
  /** Resolves when the response contains this text. */
  until(text: string): Promise<string>;
}

/** Connects from the given loopback address. */
export async function rawClient(port: number, localAddress = "127.0.0.1"): Promise<RawClient> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  let received = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(received)));
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return {
    socket,
    closed,
    send: (text) => void socket.write(text),
    trickle: (everyMs) => {
      const timer = setInterval(() => socket.write("x"), everyMs);
      socket.once("close", () => clearInterval(timer));
    },
    until: async (text) => {
      while (!received.includes(text)) {
        if (socket.destroyed) throw new Error(`closed before "${text}" came: ${received}`);
        await Promise.race([once(socket, "data"), closed]);
      }
      return received;
    },
  };
}

/** The head of a POST request. */
export function postHead(path: string, headers: Record<string, string | number>): string {
  const lines = Object.entries({ host: "test", "content-type": "application/json", ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** A whole POST request. */
export function postRequest(path: string, body: string, headers: Record<string, string | number> = {}): string {
  return postHead(path, { ...headers, "content-length": Buffer.byteLength(body) }) + body;
}
