import type { Socket } from "node:net";
import { splitFrames } from "@gatehouse/drivers/readers/llrp-frame";
import { encodeMessage, type LlrpContent, parseMessage } from "@gatehouse/drivers/readers/llrp-message";
import type { ReaderTime } from "@gatehouse/drivers/readers/llrp-tag-report";
import { lateReplyMs } from "./hardware-fault.ts";

/** A client of a simulated LLRP reader. */
export interface LlrpClient {
  /** Whether it has started an ROSpec. */
  isReading(): boolean;
  /** The bytes of one report per tag. */
  toReports(epcs: readonly string[], antenna: number): Buffer;
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

/** Serves a client on a connection of either side. */
export function serveLlrpClient(socket: Socket, { isLate }: { isLate: boolean }): LlrpClient {
  const client: Client = { socket, roSpecs: new Map(), timers: new Set(), keepalive: undefined, isLate, lastId: 0 };
  socket.once("close", () => {
    clearInterval(client.keepalive);
    for (const timer of client.timers) clearTimeout(timer);
  });
  let rest: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    const split = splitFrames(Buffer.concat([rest, chunk]));
    rest = split.rest;
    for (const frame of split.frames) respond(client, frame.id, parseMessage(frame));
    if (split.failure !== null) socket.destroy();
  });
  reply(client, toConnectionEvent(0));
  return {
    isReading: () => [...client.roSpecs.values()].includes("active"),
    toReports: (epcs, antenna) => Buffer.concat(epcs.map((epc) => toReport(client, epc, antenna))),
  };
}

function respond(client: Client, id: number, request: LlrpContent | undefined): void {
  const { socket, roSpecs } = client;
  const response = (content: Request) => reply(client, encodeMessage(id, content));
  switch (request?.kind) {
    case undefined:
      return void response({ kind: "error", status: { code: 100, description: "Malformed message" } });
    case "set-reader-config":
      if (request.keepaliveMs !== null) startKeepalive(client, request.keepaliveMs);
      return void response({ kind: "response", to: request.kind, status: success });
    case "delete-rospec":
      if (request.roSpecId === 0) roSpecs.clear();
      else roSpecs.delete(request.roSpecId);
      return void response({ kind: "response", to: request.kind, status: success });
    case "add-rospec":
      roSpecs.set(request.roSpecId, "disabled");
      return void response({ kind: "response", to: request.kind, status: success });
    case "enable-rospec":
      return void response({
        kind: "response",
        to: request.kind,
        status: change(client, request, "disabled", "inactive"),
      });
    case "start-rospec":
      return void response({
        kind: "response",
        to: request.kind,
        status: change(client, request, "inactive", "active"),
      });
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

function toReport(client: Client, epc: string, antenna: number): Buffer {
  const time = currentTime();
  const tag = { epc, antenna, peakRssi: -50, firstSeen: time, lastSeen: time, seenCount: 1 };
  return send(client, { kind: "tag-report", tags: [tag] });
}

/** A message that the reader sends on its own. */
function send(client: Client, content: Request): Buffer {
  client.lastId += 1;
  return encodeMessage(client.lastId, content);
}

/** The first message of a reader: whether it accepts the client. */
export const toConnectionEvent = (connection: number) =>
  encodeMessage(0, { kind: "reader-event", time: currentTime(), connection, isClosing: false });

const currentTime = (): ReaderTime => ({ clock: "utc", micros: BigInt(Date.now()) * 1000n });
