import { createServer, type Socket } from "node:net";
import { freePort } from "../../free-port.ts";

/** Behaviour of a board. */
export type Manner = "well" | "refuses" | "hangs" | "drops";

/** A relay board on a real socket that speaks Modbus TCP and records each write. */
export interface FakeRelay {
  port: number;
  /** Every write as `3 on` or `3 off`, in order. */
  heard: string[];
  /** The Modbus unit of each write. */
  units: number[];
  behave(manner: Manner): void;
  /** Waits for this many writes. */
  until(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a board on a free port. */
export async function fakeRelay(manner: Manner = "well"): Promise<FakeRelay> {
  const heard: string[] = [];
  const units: number[] = [];
  const sockets = new Set<Socket>();
  let now = manner;
  let notify = () => {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (frame: Buffer) => {
      heard.push(`${frame.readUInt16BE(8) + 1} ${frame.readUInt16BE(10) === 0xff00 ? "on" : "off"}`);
      units.push(frame.readUInt8(6));
      notify();
      if (now === "well") socket.write(frame);
      if (now === "refuses") socket.write(refusalOf(frame));
      if (now === "drops") socket.destroy();
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const relay: FakeRelay = {
    port,
    heard,
    units,
    behave: (next) => {
      now = next;
    },
    until: async (count) => {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          notify = resolve;
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
  const response = Buffer.from(frame.subarray(0, 9));
  response.writeUInt16BE(3, 4);
  response[7] = 0x85;
  response[8] = 4;
  return response;
}
