import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "../../free-port.ts";

/** A sign on a real socket that takes plain text and records what it showed. */
export interface FakeSign {
  port: number;
  /** Everything it showed: trimmed rows joined by "|". */
  shown: string[];
  /** From now on it accepts no connections, until it is plugged in. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  /** Waits until it shows this. */
  until(text: string): Promise<void>;
}

export async function signForTest(): Promise<FakeSign> {
  const shown: string[] = [];
  const sockets = new Set<Socket>();
  let notify = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (!text.endsWith("\r\n\r\n")) return;
      shown.push(
        text
          .slice(0, -4)
          .split("\r\n")
          .map((row) => row.trim())
          .join("|"),
      );
      text = "";
      notify();
      socket.write("OK\r\n");
    });
  });
  const port = await freePort();
  const plugIn = () => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const unplug = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  await plugIn();
  onTestFinished(unplug);
  return {
    port,
    shown,
    unplug,
    plugIn,
    until: async (wanted) => {
      while (shown.at(-1) !== wanted)
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
    },
  };
}
