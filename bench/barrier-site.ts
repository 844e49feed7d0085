import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import type { BenchGate, BenchServer } from "./bench-server.ts";

/** A relay board that knows when it received the command to close its relay. */
export interface BenchBoard {
  readonly port: number;
  /** Measures the time from the start of some work until the command arrives, in ms. */
  measure(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

/** Starts a relay board that answers each Modbus TCP frame with itself. */
export async function startBoard(): Promise<BenchBoard> {
  let onCommand = (_at: number) => {};
  const board = createServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (frame) => {
      if (frame[10] === 0xff) onCommand(performance.now());
      socket.write(frame);
    });
  });
  board.listen(0, "127.0.0.1");
  await once(board, "listening");
  return {
    port: (board.address() as { port: number }).port,
    measure: async (work) => {
      const began = performance.now();
      const arrived = new Promise<number>((resolve) => {
        onCommand = resolve;
      });
      const [at] = await Promise.all([arrived, work()]);
      return at - began;
    },
    close: () => board.close(),
  };
}

/** A listening server with one gate, whose barrier is wired to a board. */
export interface BarrierSite {
  readonly address: string;
  readonly gate: BenchGate;
  readonly leading: { stop(): Promise<void> };
}

/** Adds the gate and waits until the server sends commands. */
export async function openSite(server: BenchServer, { port }: BenchBoard): Promise<BarrierSite> {
  const [gate] = (await server.addGates([port])) as [BenchGate];
  const address = await server.listen();
  const leading = server.parts.commandSender.start();
  while (!server.parts.commandSender.isLeading()) await new Promise((resolve) => setTimeout(resolve, 10));
  return { address, gate, leading };
}

/** Pushes a plate as the camera of the gate. */
export async function pushPlate({ address, gate }: BarrierSite, plate: string): Promise<void> {
  const response = await fetch(`${address}/api/ingest/${gate.deviceId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-gatehouse-secret": gate.secret },
    body: JSON.stringify({ type: "plate", id: randomUUID(), plate }),
  });
  await response.arrayBuffer();
}
