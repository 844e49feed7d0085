import { createServer, type Socket } from "node:net";
import { splitFrames } from "@gatehouse/drivers/readers/llrp-frame";
import { encodeMessage, type LlrpContent, parseMessage } from "@gatehouse/drivers/readers/llrp-message";
import type { ReaderTime } from "@gatehouse/drivers/readers/llrp-tag-report";
import { type FaultableServer, startFaultableServer } from "../network/faultable-server.ts";
import { type HardwareFault, lateReplyMs, offlineFaults } from "./hardware-fault.ts";

/**
 * An RFID reader on a loopback port that speaks LLRP to one client at a time. Its faults: it refuses clients, sends nothing to
 * them, sends half a report and closes the connection, replies late, or has no power.
 */
export interface LlrpReader extends FaultableServer<HardwareFault> {
  /** Whether a client is connected and has started an ROSpec. */
  isReading(): boolean;
  /** Puts tags into the field: one report per tag, all in one segment. False if no client reads. */
  read(...epcs: readonly string[]): boolean;
}

type Request = Exclude<LlrpContent, { kind: "other" }>;

type RoSpecState = "disabled" | "inactive" | "active";

interface Client {
  readonly socket: Socket;
  /** States of the added ROSpecs by id. */
  readonly roSpecs: Map<number, RoSpecState>;
  readonly timers: Set<NodeJS.Timeout>;
  keepalive: NodeJS.Timeout | undefined;
  readonly isLate: boolean;
  lastId: number;
}

const success = { code: 0, description: "" };
const noSuchRoSpec = { code: 101, description: "No such ROSpec" };
const clientConnected = 2;

/** Starts a reader; port 0 picks a free port. */
export async function startLlrpReader(requestedPort: number): Promise<LlrpReader> {
  let client: Client | undefined;

  const createReaderServer = (fault: () => HardwareFault) =>
    createServer((socket) => {
      socket.on("error", () => {});
      if (fault() === "hangs") return;
      if (client || fault() === "refuses") return void socket.end(connectionEvent(clientConnected));
      const connected: Client = {
        socket,
        roSpecs: new Map(),
        timers: new Set(),
        keepalive: undefined,
        isLate: fault() === "late",
        lastId: 0,
      };
      client = connected;
      socket.once("close", () => {
        clearInterval(connected.keepalive);
        for (const timer of connected.timers) clearTimeout(timer);
        client = undefined;
      });
      let rest: Buffer = Buffer.alloc(0);
      socket.on("data", (chunk) => {
        const split = splitFrames(Buffer.concat([rest, chunk]));
        rest = split.rest;
        for (const frame of split.frames) respond(connected, frame.id, parseMessage(frame));
        if (split.failure !== null) socket.destroy();
      });
      reply(connected, connectionEvent(0));
    });

  const server = await startFaultableServer<HardwareFault>(
    requestedPort,
    { healthy: "normal", unplugged: offlineFaults },
    createReaderServer,
  );
  const isReading = () => client !== undefined && [...client.roSpecs.values()].includes("active");

  return {
    ...server,
    isReading,
    read: (...epcs) => {
      const reading = client;
      if (!reading || !isReading()) return false;
      const reports = Buffer.concat(epcs.map((epc) => toReport(reading, epc)));
      if (server.fault() === "half-frame") reading.socket.end(reports.subarray(0, reports.length / 2));
      else reading.socket.write(reports);
      return true;
    },
  };
}

function respond(client: Client, id: number, request: LlrpContent | undefined): void {
  const { socket, roSpecs } = client;
  const answer = (content: Request) => reply(client, encodeMessage(id, content));
  switch (request?.kind) {
    case undefined:
      return void answer({ kind: "error", status: { code: 100, description: "Malformed message" } });
    case "set-reader-config":
      if (request.keepaliveMs !== null) startKeepalive(client, request.keepaliveMs);
      return void answer({ kind: "response", to: request.kind, status: success });
    case "delete-rospec":
      if (request.roSpecId === 0) roSpecs.clear();
      else roSpecs.delete(request.roSpecId);
      return void answer({ kind: "response", to: request.kind, status: success });
    case "add-rospec":
      roSpecs.set(request.roSpecId, "disabled");
      return void answer({ kind: "response", to: request.kind, status: success });
    case "enable-rospec":
      return void answer({
        kind: "response",
        to: request.kind,
        status: change(client, request, "disabled", "inactive"),
      });
    case "start-rospec":
      return void answer({ kind: "response", to: request.kind, status: change(client, request, "inactive", "active") });
    case "close-connection":
      return void socket.end(encodeMessage(id, { kind: "response", to: request.kind, status: success }));
  }
}

function reply({ socket, timers, isLate }: Client, bytes: Buffer): void {
  if (isLate) timers.add(setTimeout(() => socket.write(bytes), lateReplyMs));
  else socket.write(bytes);
}

function change({ roSpecs }: Client, { roSpecId }: { roSpecId: number }, from: RoSpecState, to: RoSpecState) {
  if (roSpecs.get(roSpecId) !== from) return noSuchRoSpec;
  roSpecs.set(roSpecId, to);
  return success;
}

function startKeepalive(client: Client, intervalMs: number): void {
  clearInterval(client.keepalive);
  client.keepalive = setInterval(() => client.socket.write(send(client, { kind: "keepalive" })), intervalMs);
}

function toReport(client: Client, epc: string): Buffer {
  const time = currentTime();
  const tag = { epc, antenna: 1, peakRssi: -50, firstSeen: time, lastSeen: time, seenCount: 1 };
  return send(client, { kind: "tag-report", tags: [tag] });
}

/** A message that the reader sends on its own. */
function send(client: Client, content: Request): Buffer {
  client.lastId += 1;
  return encodeMessage(client.lastId, content);
}

const connectionEvent = (connection: number) =>
  encodeMessage(0, { kind: "reader-event", time: currentTime(), connection, isClosing: false });

const currentTime = (): ReaderTime => ({ clock: "utc", micros: BigInt(Date.now()) * 1000n });
