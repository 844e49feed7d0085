import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { freePort } from "../../free-port.ts";

/** How a board behaves: `read-hangs` executes commands, but does not reply when its coils are read. */
export type Manner = "well" | "hangs" | "read-hangs";

/** A Modbus board with eight relays and eight inputs on a real socket, which keeps its state. */
export interface FakeBoard {
  readonly port: number;
  /** Closed relays. */
  closed(): number[];
  /** Executed writes: `3 on`. */
  readonly written: readonly string[];
  /** Number of times that the coils were read. */
  reads(): number;
  setInputs(...inputs: number[]): void;
  behave(manner: Manner): void;
  /** Pulls the plug: nothing listens, and all relays open. */
  unplug(): Promise<void>;
  plugIn(): Promise<void>;
  /** Opens all relays without losing the connection, like a very short power failure. */
  blink(): void;
}

export async function boardForTest(): Promise<FakeBoard> {
  const sockets = new Set<Socket>();
  const relays = new Set<number>();
  const written: string[] = [];
  let inputs = new Set<number>();
  let manner: Manner = "well";
  let reads = 0;

  function reply(frame: Buffer): Buffer | undefined {
    const [code = 0, first, count] = [frame[7], frame.readUInt16BE(8) + 1, frame.readUInt16BE(10)];
    if (code === 5) {
      const isOn = count === 0xff00;
      if (isOn) relays.add(first);
      else relays.delete(first);
      written.push(`${first} ${isOn ? "on" : "off"}`);
      return frame;
    }
    if (code === 1) reads += 1;
    if (code === 1 && manner === "read-hangs") return undefined;
    const set = code === 1 ? relays : inputs;
    const bits = Array.from({ length: count }, (_, index) => (set.has(first + index) ? 1 << index : 0));
    const data = [code, 1, bits.reduce((sum, bit) => sum + bit, 0)];
    return Buffer.from([...frame.subarray(0, 4), 0, data.length + 1, 1, ...data]);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.on("data", (frame: Buffer) => {
      const response = manner === "hangs" ? undefined : reply(frame);
      if (response) socket.write(response);
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  // The board is plugged in again at the same port.
  const port = await freePort();
  await listen(port);
  onTestFinished(close);
  return {
    port,
    written,
    closed: () => [...relays].toSorted(),
    reads: () => reads,
    setInputs: (...numbers) => {
      inputs = new Set(numbers);
    },
    behave: (next) => {
      manner = next;
    },
    unplug: async () => {
      relays.clear();
      await close();
    },
    plugIn: () => listen(port),
    blink: () => relays.clear(),
  };
}
