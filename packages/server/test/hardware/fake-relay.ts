import { createServer, type Server, type Socket } from "node:net";

/** How a board behaves. */
export type Manner = "well" | "refuses" | "hangs" | "drops";

/** A relay board on a real socket that speaks Modbus TCP, and remembers what it was told. */
export interface FakeRelay {
  port: number;
  /** Every write as `3 on` or `3 off`, in order. */
  heard: string[];
  behave(manner: Manner): void;
  /** Waits until it has heard this many writes. */
  until(count: number): Promise<string[]>;
  close(): Promise<void>;
}

const given = new Set<number>();

/** A barrier stays on its relay after the test: no port is given twice. */
async function ownPort(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  if (!given.has(port)) {
    given.add(port);
    return port;
  }
  await new Promise((resolve) => server.close(resolve));
  return ownPort(server);
}

/** Starts one on a port of its own. */
export async function fakeRelay(manner: Manner = "well"): Promise<FakeRelay> {
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let now = manner;
  let told = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (frame: Buffer) => {
      heard.push(`${frame.readUInt16BE(8) + 1} ${frame.readUInt16BE(10) === 0xff00 ? "on" : "off"}`);
      told();
      if (now === "well") socket.write(frame);
      if (now === "refuses") socket.write(refusalOf(frame));
      if (now === "drops") socket.destroy();
    });
  });
  const port = await ownPort(server);
  const relay: FakeRelay = {
    port,
    heard,
    behave: (next) => {
      now = next;
    },
    until: async (count) => {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          told = resolve;
        });
      return heard;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return relay;
}

function refusalOf(frame: Buffer): Buffer {
  const answer = Buffer.from(frame.subarray(0, 9));
  answer.writeUInt16BE(3, 4);
  answer[7] = 0x85;
  answer[8] = 4;
  return answer;
}
