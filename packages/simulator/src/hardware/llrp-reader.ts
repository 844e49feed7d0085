import { createServer, type Socket } from "node:net";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HardwareFault, offlineFaults } from "./hardware-fault.ts";
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
