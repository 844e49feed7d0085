import { createServer, type Socket } from "node:net";
import type { FaultableServer } from "../network/faultable-server.ts";
import { startFaultableServer } from "../network/faultable-server.ts";
import type { ReaderPlan } from "../plan/device-plan.ts";
import type { HardwareFault } from "./hardware-fault.ts";
import { lateReplyMs, offlineFaults } from "./hardware-fault.ts";
import { type LlrpClient, serveLlrpClient, toConnectionEvent } from "./llrp-client.ts";

/**
 * An RFID reader on a loopback port that speaks LLRP to one client at a time. Its faults: it refuses clients, sends nothing to
 * them, sends half a report and closes the connection, replies late, or has no power.
 */
export interface LlrpReader extends FaultableServer<HardwareFault> {
  /** Whether a client is connected and has started an ROSpec. */
  isReading(): boolean;
  /** Puts tags into the field of antenna 1: one report per tag, all in one segment. False if no client reads. */
  read(...epcs: readonly string[]): boolean;
  /** Puts a tag into the field of an antenna. */
  readAt(antenna: number, epc: string): boolean;
}

const clientConnected = 2;

/** Starts a reader; port 0 picks a free port. */
export async function startLlrpReader(requestedPort: number): Promise<LlrpReader> {
  let connected: { readonly socket: Socket; readonly client: LlrpClient } | undefined;

  const createReaderServer = (fault: () => HardwareFault) =>
    createServer((socket) => {
      socket.on("error", () => {});
      if (fault() === "hangs") return void socket.resume();
      if (connected || fault() === "refuses") return void socket.end(toConnectionEvent(clientConnected));
      connected = { socket, client: serveLlrpClient(socket, { isLate: fault() === "late" }) };
      socket.once("close", () => {
        connected = undefined;
      });
    });

  const server = await startFaultableServer<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    createReaderServer,
  );

  function report(epcs: readonly string[], antenna: number): boolean {
    if (!connected?.client.isReading()) return false;
    const { socket, client } = connected;
    const reports = client.toReports(epcs, antenna);
    if (server.fault() === "half-frame") socket.end(reports.subarray(0, reports.length / 2));
    else socket.write(reports);
    return true;
  }

  return {
    ...server,
    isReading: () => connected?.client.isReading() === true,
    read: (...epcs) => report(epcs, 1),
    readAt: (antenna, epc) => report([epc], antenna),
  };
}

/** An RFID reader of the simulated site. Gatehouse connects to it. */
export interface SimulatedReader extends FaultableServer<HardwareFault> {
  readonly plan: ReaderPlan;
  /** Whether Gatehouse is connected and receives tags. */
  isConnected(): boolean;
  /** Puts a tag into the field; false if no client is connected. */
  read(tag: string): boolean;
  /** Clears the fault. */
  reset(): Promise<void>;
}

type Reading = FaultableServer<HardwareFault> & Pick<SimulatedReader, "isConnected" | "read">;

const readers: Readonly<Record<ReaderPlan["driver"], (port: number) => Promise<Reading>>> = {
  llrp: async (port) => {
    const reader = await startLlrpReader(port);
    return { ...reader, isConnected: reader.isReading };
  },
  "line-tcp": async (port) => {
    const reader = await startLineReader(port);
    const isConnected = () => reader.clientCount() > 0;
    return {
      ...reader,
      isConnected,
      read: (tag) => {
        reader.read(tag);
        return isConnected();
      },
    };
  },
};

/** Starts a reader; port 0 picks a free port. */
export async function startReader(plan: ReaderPlan, requestedPort: number): Promise<SimulatedReader> {
  const reader = await readers[plan.driver](requestedPort);
  return { ...reader, plan, reset: () => reader.setFault("normal") };
}

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
