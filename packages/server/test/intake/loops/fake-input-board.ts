import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "../../free-port.ts";

/** A Modbus board with discrete inputs on a real socket. */
export interface FakeInputBoard {
  readonly port: number;
  /** Each request as "first+count". */
  readonly requests: readonly string[];
  /** Open connections. */
  connections(): number;
  /** Sets an input and waits until it has been read often enough to be stable. */
  set(channel: number, isOn: boolean): Promise<void>;
  /** Waits until the board has been read this often from now on. */
  read(times: number): Promise<void>;
  behave(manner: "replies" | "hangs"): void;
  close(): Promise<void>;
}

// Readings are at least 50 ms apart, and an input is stable after 250 ms.
const stableAfterReadings = 8;

/** Starts a board with eight inputs on a free port of this machine; it ends with the test. */
export async function inputBoardForTest(): Promise<FakeInputBoard> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let listeners: (() => void)[] = [];
  let states = 0;
  let manner: "replies" | "hangs" = "replies";
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (frame: Buffer) => {
      const first = frame.readUInt16BE(8);
      const count = frame.readUInt16BE(10);
      requests.push(`${first + 1}+${count}`);
      if (manner === "replies") socket.write(replyTo(frame, first, count));
      for (const notify of listeners) notify();
    });
  });

  function replyTo(frame: Buffer, first: number, count: number): Buffer {
    const hasInputs = first + count <= 8;
    const data = hasInputs ? [2, 1, (states >> first) & ((1 << count) - 1)] : [0x82, 2];
    return Buffer.from([...frame.subarray(0, 4), 0, data.length + 1, 1, ...data]);
  }

  async function read(times: number): Promise<void> {
    const goal = requests.length + times;
    while (requests.length < goal)
      await new Promise<void>((resolve) => {
        listeners = [...listeners, resolve];
      });
    listeners = [];
  }

  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    port,
    requests,
    connections: () => sockets.size,
    set: async (channel, isOn) => {
      const bit = 1 << (channel - 1);
      states = isOn ? states | bit : states & ~bit;
      await read(stableAfterReadings);
    },
    read,
    behave: (next) => {
      manner = next;
    },
    close,
  };
}
