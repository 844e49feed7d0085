import { createServer, type Socket } from "node:net";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HardwareFault, lateReplyMs, offlineFaults } from "./hardware-fault.ts";

/**
 * An RFID reader on a loopback port that sends a line per tag to every client. Its faults: it closes connections at once,
 * sends nothing, sends half a line and closes the connection, sends late, or has no power.
 */
export interface LineReader extends FaultableServer<HardwareFault> {
  /** The number of connected clients. */
  clientCount(): number;
  /** Sends a tag to every client. */
  read(tag: string): void;
}

/** Starts a reader; port 0 picks a free port. */
export async function startLineReader(requestedPort: number): Promise<LineReader> {
  const clients = new Set<Socket>();
  const createReaderServer = (fault: () => HardwareFault) =>
    createServer((socket) => {
      socket.on("error", () => {});
      // Nothing is expected from a client, but its end is noticed only by reading.
      socket.resume();
      if (fault() === "refuses") return void socket.destroy();
      clients.add(socket);
      socket.once("close", () => clients.delete(socket));
    });
  const server = await startFaultableServer<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    createReaderServer,
  );
  return {
    ...server,
    clientCount: () => clients.size,
    read: (tag) => {
      for (const socket of clients) sendWithFault(server.fault(), socket, `${tag}\r\n`);
    },
  };
}

function sendWithFault(fault: HardwareFault, socket: Socket, line: string): void {
  if (fault === "hangs") return;
  if (fault === "half-frame") return void socket.end(line.slice(0, line.length / 2));
  if (fault !== "late") return void socket.write(line);
  const timer = setTimeout(() => socket.write(line), lateReplyMs);
  socket.once("close", () => clearTimeout(timer));
}
